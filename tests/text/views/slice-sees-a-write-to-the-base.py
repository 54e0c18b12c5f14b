# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: slice_1: "f32[2, 3][3, 1]cpu" = torch.ops.aten.slice.Tensor(x_modified, 0, 1, 3)
# CHECK-NEXT: neg: {{.*}} = slice_1.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[2, 3][3, 1]cpu" = x[slice(1, 3, None)]
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[2, 3][3, 1]cpu" = v.neg();  v = None
        return (neg,)
