# Annotations are printed when all is done: that of part shows it as out= leaves it, without dims.
# RUN: %exits 1 %outplace rewrite %s --layout ignore 2>&1 | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: out= has another shape than the result and would be resized

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        t: "f32[2][1]cpu" = x.neg()
        split_1 = t.split(1, 0);  t = None
        part: "f32[][]cpu" = split_1[0];  split_1 = None
        part[(0,)] = 0.5;  setitem_1 = part;  setitem_1 = None
        s: "f32[][]cpu" = x.sum()
        neg_1: "f32[][]cpu" = torch.neg(s, out = part);  s = part = neg_1 = None
        return ()
