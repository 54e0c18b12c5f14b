# A tensor with gaps, of which eager does not see that the value is the same memory: the order of its writes would decide.
# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: a tensor is assigned to other places of itself

class GraphModule(torch.nn.Module):
    def forward(self, x: "b8[4, 2, 4][8, 4, 1]cpu"):
        s: "b8[4, 2][8, 4]cpu" = x.select(2, -3)
        a: "b8[4, 2][8, 4]cpu" = torch.ops.aten.alias.default(s)
        s[(slice(None, None, None), [1, 1])] = a;  setitem_1 = s;  s = a = setitem_1 = None
        return (x,)
