# RUN: %outplace rewrite %s | FileCheck-19 %s

# It is no expansion of elements.
# CHECK:      expand: "f32[1, 4][4, 1]cpu" = x.expand(1, 4)
# CHECK-NEXT: x_modified: "f32[1, 4][4, 1]cpu" = expand.add(1)
# CHECK-NEXT: x_modified_2: "f32[4][1]cpu" = x_modified.reshape(4)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        expand: "f32[1, 4][4, 1]cpu" = x.expand(1, 4)
        add_: "f32[1, 4][4, 1]cpu" = expand.add_(1);  expand = add_ = None
        return (x,)
