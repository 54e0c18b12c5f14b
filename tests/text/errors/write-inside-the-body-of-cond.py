# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}a write inside the body of the higher-order operator
# CHECK: node: {{.*}}add_
# CHECK: help:

class GraphModule(torch.nn.Module):
    def forward(self, p: "b8[][]cpu", x: "f32[4][1]cpu"):
        cond_true_0 = self.cond_true_0
        cond_false_0 = self.cond_false_0
        cond = torch.ops.higher_order.cond(p, cond_true_0, cond_false_0, (x,));  p = cond_true_0 = cond_false_0 = x = None
        getitem: "f32[4][1]cpu" = cond[0];  cond = None
        return (getitem,)

    class cond_true_0(torch.nn.Module):
        def forward(self, x: "f32[4][1]cpu"):
            add_: "f32[4][1]cpu" = x.add_(1);  add_ = None
            sin: "f32[4][1]cpu" = x.sin();  x = None
            return (sin,)

    class cond_false_0(torch.nn.Module):
        def forward(self, x: "f32[4][1]cpu"):
            cos: "f32[4][1]cpu" = x.cos();  x = None
            return (cos,)
