# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.select_scatter(x, v, dim = 0, index = 1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", v: "f32[3][1]cpu"):
        setitem = operator.setitem(x, 1, v);  v = setitem = None
        return (x,)
