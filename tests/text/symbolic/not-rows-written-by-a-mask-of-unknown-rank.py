# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: {{.*}} it is not known how many dims the mask 'squeeze' has
# CHECK: help:  give it a shape of its own

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "b8[4][1]cpu", n: "i64[][]cpu"):
        item: "Sym(u0)" = n.item()
        getitem: "b8[u0][1]cpu" = m[slice(None, item, None)]
        squeeze: "b8[u0][1]cpu" = getitem.squeeze()
        x[squeeze] = 0.0;  setitem = x
        return (x,)
