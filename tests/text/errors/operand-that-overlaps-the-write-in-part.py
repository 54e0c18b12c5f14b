# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# Eager raises: the tensors refer to a single memory location in part.
# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}
# CHECK: node: {{.*}}add_

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3][3, 1]cpu"):
        t: "f32[3, 3][1, 3]cpu" = x.t()
        add_: "f32[3, 3][3, 1]cpu" = x.add_(t);  t = add_ = None
        return (x,)
