# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.scatter_add(0, i, v)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu", i: "i64[2][1]cpu", v: "f32[2][1]cpu"):
        scatter_add_: "f32[6][1]cpu" = x.scatter_add_(0, i, v);  i = v = scatter_add_ = None
        return (x,)
