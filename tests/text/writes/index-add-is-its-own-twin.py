# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.index_add(0, i, v)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu", i: "i64[2][1]cpu", v: "f32[2][1]cpu"):
        index_add_: "f32[6][1]cpu" = x.index_add_(0, i, v);  i = v = index_add_ = None
        return (x,)
