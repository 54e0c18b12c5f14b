# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# A copy, unless s0 is 1.
# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: this writes memory that may be shared: it cannot be told whether 'p: f32[8*s0][1]cpu = t.reshape(-1)' gives a view or a copy
# CHECK-NEXT: node:  add_{{.*}} = x.add_(
# CHECK:      help:  print the graph with strides (print_readable(include_stride=True, include_device=True)) and give --inputs; or write a .clone() where a copy is meant

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        t: "f32[8, s0][1, 8]cpu" = x.t()
        p: "f32[8*s0][1]cpu" = t.reshape(-1)
        add_ = x.add_(1)
        return (p,)
