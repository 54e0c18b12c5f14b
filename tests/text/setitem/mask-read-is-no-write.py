# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf[mask]
# CHECK-NEXT: return (rows, buf)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", mask: "b8[8, 4][4, 1]cpu"):
        rows = buf[mask];  mask = None
        return (rows, buf)
