# A value whose shape the text does not give is broadcast to the region, whose shape is known.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: [[V:expand.*]] = v.expand(2, 4)
# CHECK: x_modified: "f64[3, 4][4, 1]cpu" = torch.slice_scatter(x, [[V]], dim = 0, end = 2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f64[3, 4][4, 1]cpu", y: "f64[4][1]cpu"):
        v = torch.cumulative_trapezoid(y);  y = None
        x[slice(0, 2, None)] = v;  setitem = x;  v = setitem = None
        return (x,)
