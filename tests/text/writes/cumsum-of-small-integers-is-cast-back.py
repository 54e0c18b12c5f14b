# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      cumsum: "i64[4][1]cpu" = x.cumsum(0)
# CHECK-NEXT: x_modified: "i32[4][1]cpu" = cumsum.to(torch.int32)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "i32[4][1]cpu"):
        cumsum_: "i32[4][1]cpu" = x.cumsum_(0);  cumsum_ = None
        return (x,)
