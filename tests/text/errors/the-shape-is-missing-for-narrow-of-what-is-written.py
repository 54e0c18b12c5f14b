# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: this writes memory that 'v = x.narrow(0, 0, 2)' may share, but the shape of 'x' is not known
# CHECK-NEXT: node:  add_{{.*}} = x.add_(
# CHECK:      help:  print the graph with shapes (print_readable(include_stride=True, include_device=True)), or describe its inputs in a file for --inputs

class GraphModule(torch.nn.Module):
    def forward(self, x):
        v = x.narrow(0, 0, 2)
        add_ = x.add_(1)
        return (v,)
