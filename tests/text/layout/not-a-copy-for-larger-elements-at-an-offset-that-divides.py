# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK-NOT: clone
# CHECK:     return (x_modified

class GraphModule(torch.nn.Module):
    def forward(self, x: "bf16[6][1]cpu"):
        add_: "bf16[6][1]cpu" = x.add_(1)
        z: "bf16[2][1]cpu" = x[slice(2, 4, None)]
        w: "i32[1][1]cpu" = z.view(torch.int32)
        add__1: "i32[1][1]cpu" = w.add_(1)
        return (x,)
