# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.mul(2)
# CHECK-NEXT: neg: {{.*}} = x_modified_2.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1)
        mul_: "f32[4][1]cpu" = add_.mul_(2);  add_ = mul_ = None
        neg: "f32[4][1]cpu" = x.neg()
        return (neg,)
