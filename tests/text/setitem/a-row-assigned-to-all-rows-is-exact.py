# RUN: %outplace rewrite %s | FileCheck-19 %s

# The row that is read is written with itself.
# CHECK:      expand_as: {{.*}} = row.expand_as(x)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        row: "f32[4][1]cpu" = x[1]
        x[slice(None, None, None)] = row;  setitem = x;  row = setitem = None
        return (x,)
