# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[7][1]cpu" = torch.ops.aten.slice.Tensor(x_modified, 0, 1, None)
# CHECK-NEXT: as_strided: "f32[2, 3][4, 1]cpu" = torch.as_strided(slice_1, (2, 3), (4, 1))
# CHECK-NEXT: neg: {{.*}} = as_strided.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[8][1]cpu"):
        v: "f32[2, 3][4, 1]cpu" = torch.as_strided(x, (2, 3), (4, 1), 1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[2, 3][4, 1]cpu" = v.neg();  v = None
        return (neg,)
