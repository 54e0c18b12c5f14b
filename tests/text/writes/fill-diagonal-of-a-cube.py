# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.put({{.*}})
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3, 3][9, 3, 1]cpu"):
        fill_diagonal_: "f32[3, 3, 3][9, 3, 1]cpu" = x.fill_diagonal_(5);  fill_diagonal_ = None
        return (x,)
