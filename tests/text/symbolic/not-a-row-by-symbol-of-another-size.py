# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: the value cannot be broadcast to the shape of what it is written to
# CHECK:      help:  eager PyTorch refuses this, too

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        w: "f32[7][1]cpu" = v[slice(0, 7, None)]
        x[s1] = w;  setitem = x
        return (x,)
