# RUN: %outplace rewrite %s --inputs %inputs/overlapping_inputs.json | FileCheck-19 %s

# x is the first four of six elements, y the last four: both lie in a line that is put together from them, and both end with new content.
# CHECK:      x_modified: "f32[4][1]cpu" = x.add(1)
# CHECK-NEXT: new_zeros: "f32[6][1]cpu" = x.new_zeros((6,))
# CHECK-NEXT: arange: "i64[6][1]cpu" = torch.arange(6, device = device(type='xla'))
# CHECK-NEXT: as_strided: "i64[4][1]cpu" = arange.as_strided((4,), (1,), 0)
# CHECK-NEXT: put: "f32[6][1]cpu" = new_zeros.put(as_strided, x)
# CHECK-NEXT: arange_1: "i64[6][1]cpu" = torch.arange(6, device = device(type='xla'))
# CHECK-NEXT: as_strided_1: "i64[4][1]cpu" = arange_1.as_strided((4,), (1,), 2)
# CHECK-NEXT: put_1: "f32[6][1]cpu" = put.put(as_strided_1, y)
# CHECK-NEXT: arange_2: "i64[6][1]cpu" = torch.arange(6, device = device(type='xla'))
# CHECK-NEXT: as_strided_2: "i64[4][1]cpu" = arange_2.as_strided((4,), (1,), 0)
# CHECK-NEXT: x_modified_2: "f32[6][1]cpu" = put_1.put(as_strided_2, x_modified)
# CHECK-NEXT: slice_1: "f32[4][1]cpu" = torch.ops.aten.slice.Tensor(x_modified_2, 0, 2, None)
# CHECK-NEXT: as_strided_3: "f32[4][1]cpu" = torch.as_strided(slice_1, (4,), (1,))
# CHECK-NEXT: mul: "f32[4][1]cpu" = as_strided_3.mul(2)
# CHECK-NEXT: return (mul, x_modified, as_strided_3)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1);  x = add_ = None
        mul: "f32[4][1]cpu" = y.mul(2);  y = None
        return (mul,)
