# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f16[4][1]cpu" = clamp.to(torch.float16)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f16[4][1]cpu", lo: "f32[4][1]cpu"):
        clamp_: "f16[4][1]cpu" = x.clamp_(min = lo);  lo = clamp_ = None
        return (x,)
