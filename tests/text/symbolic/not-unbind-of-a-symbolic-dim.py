# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: this writes memory that 'parts = x.unbind(0)' shares, but how many parts that has hangs on a symbolic size
# CHECK-NEXT: node:  add_{{.*}} = p.add_(
# CHECK:      help:  take the parts one by one, with narrow or select; or compile with that size static

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        parts = x.unbind(0)
        p = parts[0]
        add_ = p.add_(1)
        return (x,)
