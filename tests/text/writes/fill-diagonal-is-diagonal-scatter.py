# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      full_like: "f32[3][1]cpu" = torch.full_like({{.*}}, 5)
# CHECK-NEXT: x_modified: {{.*}} = torch.diagonal_scatter(x, full_like)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        fill_diagonal_: "f32[3, 4][4, 1]cpu" = x.fill_diagonal_(5);  fill_diagonal_ = None
        return (x,)
