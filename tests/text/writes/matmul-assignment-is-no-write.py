# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK-NOT:  modified
# CHECK:      return (imatmul, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3][3, 1]cpu", y: "f32[3, 3][3, 1]cpu"):
        imatmul: "f32[3, 3][3, 1]cpu" = operator.imatmul(x, y);  y = None
        return (imatmul, x)
