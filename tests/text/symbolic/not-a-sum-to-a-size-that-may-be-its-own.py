# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# The same tensor comes back if the size is the one that it has.
# CHECK: error: {{.*}} it cannot be told whether 'y: f32[u0][1]cpu = x.sum_to_size(item)' gives a view or a copy

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", n: "i64[][]cpu"):
        item: "Sym(u0)" = n.item()
        y: "f32[u0][1]cpu" = x.sum_to_size(item)
        add_: "f32[u0][1]cpu" = y.add_(1)
        return (x, y)
