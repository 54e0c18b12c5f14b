# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# One row goes to all places of the mask, several go one by one: index_put tells when it runs.
# CHECK:      x_modified: {{.*}} = x.index_put((m,), getitem)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "b8[4][1]cpu", rows: "f32[4, 3][3, 1]cpu", n: "i64[][]cpu"):
        item: "Sym(u0)" = n.item()
        getitem: "f32[u0, 3][3, 1]cpu" = rows[slice(None, item, None)]
        x[m] = getitem;  setitem = x
        return (x,)
