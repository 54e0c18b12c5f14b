# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = a.mul(2)
# CHECK-NEXT: neg: {{.*}} = x_modified.neg()
# CHECK:      return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        a: "f32[3][1]cpu" = x[-1]
        b: "f32[3][1]cpu" = torch.select(x, 0, 3)
        mul_: "f32[3][1]cpu" = a.mul_(2);  a = mul_ = None
        neg: "f32[3][1]cpu" = b.neg();  b = None
        return (neg,)
