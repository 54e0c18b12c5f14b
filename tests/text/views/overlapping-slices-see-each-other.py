# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4][1]cpu" = a.mul(2)
# CHECK-NEXT: x_modified_2: "f32[6][1]cpu" = torch.slice_scatter(x, x_modified, dim = 0, end = 4)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_2, 0, 2, 6)
# CHECK-NEXT: neg: {{.*}} = slice_1.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu"):
        a: "f32[4][1]cpu" = x[slice(0, 4, None)]
        b: "f32[4][1]cpu" = x[slice(2, 6, None)]
        mul_: "f32[4][1]cpu" = a.mul_(2);  a = mul_ = None
        neg: "f32[4][1]cpu" = b.neg();  b = None
        return (neg,)
