# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# Either x was transposed all along, and y is a copy of it, or both are one tensor that is transposed here.
# CHECK: error: {{.*}} it cannot be told whether 'y: {{.*}} = x.contiguous()' gives the same tensor or a copy

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2][1, 2]cpu"):
        y: "f32[2, 2][1, 2]cpu" = x.contiguous()
        t_: "f32[2, 2][1, 2]cpu" = y.t_()
        add_: "f32[2, 2][1, 2]cpu" = y.add_(1)
        return (x, y)
