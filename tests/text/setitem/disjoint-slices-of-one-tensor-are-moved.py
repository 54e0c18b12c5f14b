# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu"):
        b: "f32[3][1]cpu" = x[slice(None, 3, None)]
        x[slice(3, None, None)] = b;  setitem = x;  b = setitem = None
        return (x,)
