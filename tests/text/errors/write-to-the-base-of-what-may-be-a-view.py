# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}contiguous

class GraphModule(torch.nn.Module):
    def forward(self, x):
        v = x.contiguous()
        add_ = x.add_(1);  add_ = None
        return (v,)
