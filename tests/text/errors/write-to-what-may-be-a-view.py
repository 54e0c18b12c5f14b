# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# Without a shape it cannot be told whether reshape copies.
# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}'v = x.reshape(-1)' may share, but the shape of 'x' is not known
# CHECK: help:  print the graph with shapes (print_readable(include_stride=True

class GraphModule(torch.nn.Module):
    def forward(self, x):
        v = x.reshape(-1)
        add_ = v.add_(1);  v = add_ = None
        return (x,)
