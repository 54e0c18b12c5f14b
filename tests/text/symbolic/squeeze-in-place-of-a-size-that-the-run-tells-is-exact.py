# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      squeeze{{.*}} = getitem.squeeze(0)
# CHECK:      x_modified{{.*}} = squeeze.mul(2)
# CHECK-NEXT: sym_min: {{.*}} = torch.sym_min(4, item)
# CHECK-NEXT: x_modified_2{{.*}} = x_modified.reshape(sym_min, 3)
# CHECK-NEXT: x_modified_3{{.*}} = torch.slice_scatter(x, x_modified_2, dim = 0, end = item)
# CHECK-NEXT: return (x_modified_3,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", n: "i64[][]cpu"):
        item: "Sym(u0)" = n.item()
        getitem: "f32[u0, 3][3, 1]cpu" = x[slice(None, item, None)]
        squeeze_: "f32[u0, 3][3, 1]cpu" = getitem.squeeze_(0)
        mul_: "f32[u0, 3][3, 1]cpu" = squeeze_.mul_(2)
        return (x,)
