# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[4, 2][3, 1]cpu" = torch.ops.aten.slice.Tensor(x_modified, 1, 1, None)
# CHECK-NEXT: neg: {{.*}} = slice_1.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[4, 2][3, 1]cpu" = x.narrow(1, 1, 2)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4, 2][3, 1]cpu" = v.neg();  v = None
        return (neg,)
