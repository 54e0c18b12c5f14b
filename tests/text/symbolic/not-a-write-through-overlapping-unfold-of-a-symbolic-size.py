# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: a write through a view in which several elements are one place of memory
# CHECK-NEXT: node:  add_{{.*}} = p.add_(
# CHECK:      help:  write the tensor before it is expanded or unfolded

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = x.unfold(0, 2, 1)
        add_ = p.add_(1)
        return (x,)
