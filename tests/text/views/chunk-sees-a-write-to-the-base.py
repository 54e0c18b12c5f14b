# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[1, 3][3, 1]cpu" = torch.ops.aten.slice.Tensor(x_modified, 0, 4, None)
# CHECK-NEXT: neg: {{.*}} = slice_1.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5, 3][3, 1]cpu"):
        parts = x.chunk(4)
        v: "f32[1, 3][3, 1]cpu" = parts[2];  parts = None
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[1, 3][3, 1]cpu" = v.neg();  v = None
        return (neg,)
