# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      add: "f32[4][1]cpu" = x.add(y)
# CHECK-NEXT: x_modified: "f16[4][1]cpu" = add.to(torch.float16)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f16[4][1]cpu", y: "f32[4][1]cpu"):
        add_: "f16[4][1]cpu" = x.add_(y);  y = add_ = None
        return (x,)
