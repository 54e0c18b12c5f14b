# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      b: {{.*}} = parts[1]
# CHECK-NEXT: x_modified: {{.*}} = a.mul(2)
# CHECK-NEXT: neg: {{.*}} = b.neg()
# CHECK:      return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        parts = torch.split(x, 2)
        a: "f32[2, 3][3, 1]cpu" = parts[0]
        b: "f32[2, 3][3, 1]cpu" = parts[1];  parts = None
        mul_: "f32[2, 3][3, 1]cpu" = a.mul_(2);  a = mul_ = None
        neg: "f32[2, 3][3, 1]cpu" = b.neg();  b = None
        return (neg,)
