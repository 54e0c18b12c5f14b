# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[3, 1][1, 1]cpu" = torch.full_like(x, 2.0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1][1, 1]cpu"):
        v: "f32[3, 4][1, 0]cpu" = x.expand(3, 4)
        fill_: "f32[3, 4][1, 0]cpu" = v.fill_(2.0);  v = fill_ = None
        return (x,)
