# RUN: %outplace rewrite %s --verify -o %t.py 2>&1 | FileCheck-19 %s

# CHECK: verified: equal:

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5 - s0][1]cpu", s0: "Sym(s0)", y: "f32[s0][1]cpu"):
        out: "f32[5][1]cpu" = torch.zeros(5)
        cat: "f32[5][1]cpu" = torch.cat((x, y), out = out);  x = y = cat = None
        return (out,)
