# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}{{NotImplementedError|apply_}}
# CHECK: apply_

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        map_: "f32[4][1]cpu" = x.apply_(3);  map_ = None
        return (x,)
