# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# The memory of x is laid out anew, with zeros in the gaps, which the view does not see.
# CHECK:      new_zeros: "f32[9][1]cpu" = x_modified_2.new_zeros((9,))
# CHECK-NEXT: arange: "i64[9][1]cpu" = torch.arange(9
# CHECK-NEXT: as_strided: "i64[5][2]cpu" = arange.as_strided((5,), (2,), 0)
# CHECK-NEXT: put: "f32[9][1]cpu" = new_zeros.put(as_strided, x_modified_2)
# CHECK-NEXT: as_strided_1: "f32[2][4]cpu" = torch.as_strided(put, (2,), (4,))
# CHECK-NEXT: neg: {{.*}} = as_strided_1.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][2]cpu"):
        v: "f32[2][4]cpu" = x.as_strided((2,), (4,))
        add_: "f32[5][2]cpu" = x.add_(1);  x = add_ = None
        neg: "f32[2][1]cpu" = v.neg();  v = None
        return (neg,)
