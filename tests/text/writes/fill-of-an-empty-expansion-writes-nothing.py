# RUN: %outplace rewrite %s | FileCheck-19 %s

# A dim of size 1 may be expanded to none.
# CHECK:      expand: "f32[0, 4][0, 1]cpu" = x.expand((0, 4))
# CHECK-NEXT: x_modified: "f32[0, 4][0, 1]cpu" = torch.full_like(expand, 2)
# CHECK-NEXT: return (x,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[1, 4][4, 1]cpu"):
        expand: "f32[0, 4][0, 1]cpu" = x.expand((0, 4))
        fill_: "f32[0, 4][0, 1]cpu" = expand.fill_(2);  expand = fill_ = None
        return (x,)
