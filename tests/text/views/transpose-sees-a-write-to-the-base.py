# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: permute: "f32[3, 4][1, 3]cpu" = x_modified.permute(1, 0)
# CHECK-NEXT: neg: {{.*}} = permute.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[3, 4][1, 3]cpu" = x.transpose(0, 1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 4][1, 3]cpu" = v.neg();  v = None
        return (neg,)
