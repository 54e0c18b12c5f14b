# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# The dim is dropped if it is 1 then: the region gets its shape back without a word about it.
# CHECK:      x_modified = squeeze.add(1)
# CHECK-NEXT: x_modified_2{{.*}} = x_modified.reshape_as(getitem)
# CHECK-NEXT: x_modified_3{{.*}} = torch.slice_scatter(x, x_modified_2, dim = 0, end = item)
# CHECK-NEXT: return (x_modified_3,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", n: "i64[][]cpu"):
        item: "Sym(u0)" = n.item()
        getitem: "f32[u0, 3][3, 1]cpu" = x[slice(None, item, None)]
        squeeze: "f32[u0, 3][3, 1]cpu" = getitem.squeeze(0)
        add_: "f32[u0, 3][3, 1]cpu" = squeeze.add_(1)
        return (x,)
