# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: it cannot be told whether the index 'n' is an integer or a tensor
# CHECK:      help:  print the graph with its annotations (print_readable) or give --inputs

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        n = -s1
        x[n] = v;  setitem = x
        return (x,)
