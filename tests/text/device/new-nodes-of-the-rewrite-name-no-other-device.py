# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK-NOT:  'cpu'
# CHECK:      return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", i: "i64[2][1]cpu"):
        x[[0, 2]] = 1.0;  setitem = x;  setitem = None
        return (x,)
