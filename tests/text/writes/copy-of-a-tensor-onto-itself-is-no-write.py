# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK-NOT:  modified
# CHECK:      return (x,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3][1]cpu"):
        copy_: "f32[3][1]cpu" = x.copy_(x);  copy_ = None
        return (x,)
