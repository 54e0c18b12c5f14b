# RUN: %outplace rewrite %s | FileCheck-19 %s

# x[0] += 1: the last assignment copies the region onto itself and vanishes.
# CHECK:      x_modified: "f32[3][1]cpu" = getitem + 1
# CHECK-NEXT: x_modified_2: "f32[4, 3][3, 1]cpu" = torch.select_scatter(x, x_modified, dim = 0, index = 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        getitem: "f32[3][1]cpu" = x[0]
        getitem += 1;  add: "f32[3][1]cpu" = getitem;  getitem = None
        x[0] = add;  setitem = x;  add = setitem = None
        return (x,)
