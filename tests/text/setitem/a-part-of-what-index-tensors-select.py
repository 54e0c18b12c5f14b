# RUN: %outplace rewrite %s | FileCheck-19 %s

# The shapes of i and j, broadcast, stand in place of the dims that they index if these are neighbours, else first.
# CHECK: a = x[(slice(None, None, None), i, j)]
# CHECK: ones.expand(5, 1, 3)
# CHECK: b = x[(i, slice(None, None, None), j)]
# CHECK: ones.expand(2, 1, 6)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5, 6, 7]", i: "i64[2, 1]", j: "i64[3]"):
        ones = torch.ones(1)
        a = x[(slice(None, None, None), i, j)]
        a[(slice(None, None, None), slice(1, 2, None))] = ones;  setitem = a
        b = x[(i, slice(None, None, None), j)]
        b[(slice(None, None, None), slice(1, 2, None))] = ones;  setitem_1 = b
        return (a, b)
