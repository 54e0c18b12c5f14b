# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      ge: "b8[4][1]cpu" = x.ge(0)
# CHECK-NEXT: x_modified: "f32[4][1]cpu" = ge.to(torch.float32)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        ge_: "f32[4][1]cpu" = x.ge_(0);  ge_ = None
        return (x,)
