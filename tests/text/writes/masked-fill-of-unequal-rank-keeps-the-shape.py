# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[2, 3][3, 1]cpu" = x.masked_fill(m, -1.0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu", m: "b8[3][1]cpu"):
        masked_fill_: "f32[2, 3][3, 1]cpu" = x.masked_fill_(m, -1.0);  m = masked_fill_ = None
        return (x,)
