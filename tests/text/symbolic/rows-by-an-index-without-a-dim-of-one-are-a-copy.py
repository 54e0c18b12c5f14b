# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      getitem_modified: {{.*}} = getitem.add(1)
# CHECK-NEXT: return (x, getitem_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "b8[4][1]cpu"):
        nonzero: "i64[u0, 1][1, u0]cpu" = torch.nonzero(m)
        squeeze: "i64[u0][1]cpu" = nonzero.squeeze(1)
        getitem: "f32[u0, 3][3, 1]cpu" = x[squeeze]
        add_: "f32[u0, 3][3, 1]cpu" = getitem.add_(1)
        return (x, getitem)
