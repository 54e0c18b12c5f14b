# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[][]cpu" = v.to(torch.float32)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[][]cpu", v: "f64[][]cpu"):
        x[()] = v;  setitem = x;  v = setitem = None
        return (x,)
