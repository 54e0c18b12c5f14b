# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.put({{.*}})
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[7, 3][3, 1]cpu"):
        fill_diagonal_: "f32[7, 3][3, 1]cpu" = x.fill_diagonal_(5, True);  fill_diagonal_ = None
        return (x,)
