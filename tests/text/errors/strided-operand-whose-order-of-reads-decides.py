# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# Eager does not notice, and reads elements that were written already: no functional form computes that.
# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}
# CHECK: node: {{.*}}mul_

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3][3, 1]cpu"):
        column: "f32[3, 1][3, 1]cpu" = x[(slice(None, None, None), slice(0, 1, None))]
        mul_: "f32[3, 3][3, 1]cpu" = x.mul_(column);  column = mul_ = None
        return (x,)
