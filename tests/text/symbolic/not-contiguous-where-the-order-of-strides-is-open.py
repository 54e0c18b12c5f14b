# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# clone() keeps the order of the strides 2, 2*s0 and 1, which cannot be told for all sizes.
# CHECK: error: {{.*}} it cannot be told whether 'contiguous = clone.contiguous()' gives a view or a copy

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[2, s0, 2]"):
        transpose: "f32[s0, 2, 2]" = x.transpose(0, 1)
        getitem = transpose[slice(1, None, None)]
        clone = getitem.clone()
        contiguous = clone.contiguous()
        add_ = contiguous.add_(1)
        return (clone,)
