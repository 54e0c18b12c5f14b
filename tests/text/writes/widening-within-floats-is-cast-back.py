# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      sub: "f64[4][1]cpu" = x.sub(y)
# CHECK-NEXT: x_modified: "bf16[4][1]cpu" = sub.to(torch.bfloat16)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "bf16[4][1]cpu", y: "f64[4][1]cpu"):
        sub_: "bf16[4][1]cpu" = x.sub_(y);  y = sub_ = None
        return (x,)
