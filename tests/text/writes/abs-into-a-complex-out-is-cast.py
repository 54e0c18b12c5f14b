# RUN: %outplace rewrite %s | FileCheck-19 %s

# The absolute value of a complex tensor is real.
# CHECK:      abs_2 = torch.abs(x)
# CHECK-NEXT: y_modified: "c64[3][1]cpu" = abs_2.to(torch.complex64)
# CHECK-NEXT: return (y_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[3][1]cpu", y: "c64[3][1]cpu"):
        abs_1: "c64[3][1]cpu" = torch.abs(x, out = y);  x = abs_1 = None
        return (y,)
