# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# A single position squeezed is a 0-d index, through which rows would be a view.
# CHECK: error: {{.*}} 'getitem: {{.*}} = x[squeeze]' gives a view or a copy

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "b8[4][1]cpu"):
        nonzero: "i64[u0, 1][1, u0]cpu" = torch.nonzero(m)
        squeeze: "i64[u0][1]cpu" = nonzero.squeeze()
        getitem: "f32[u0, 3][3, 1]cpu" = x[squeeze]
        add_: "f32[u0, 3][3, 1]cpu" = getitem.add_(1)
        return (x, getitem)
