# The tensor that is written may have no dims; then the operand, which has none, would give its own type.
# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s

# CHECK:      add = first.add(half)
# CHECK-NEXT: first_modified = add.type_as(first)
# CHECK-NEXT: return (first_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        both = x.max(0)
        first = both[0];  both = None
        half = torch.tensor(0.5, dtype = torch.float64)
        add_ = first.add_(half);  first = half = None
        return (add_,)
