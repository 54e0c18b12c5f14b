# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.index_put((i,), v, accumulate = True)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu", i: "i64[2][1]cpu", v: "f32[2][1]cpu"):
        index_put_: "f32[6][1]cpu" = x.index_put_((i,), v, accumulate = True);  i = v = index_put_ = None
        return (x,)
