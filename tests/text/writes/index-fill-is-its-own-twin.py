# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.index_fill(0, i, 2.0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu", i: "i64[2][1]cpu"):
        index_fill_: "f32[6][1]cpu" = x.index_fill_(0, i, 2.0);  i = index_fill_ = None
        return (x,)
