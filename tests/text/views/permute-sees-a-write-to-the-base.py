# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      permute: "f32[4, 2, 3][1, 12, 4]cpu" = x_modified.permute(2, 0, 1)
# CHECK-NEXT: neg: {{.*}} = permute.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 4][12, 4, 1]cpu"):
        v: "f32[4, 2, 3][1, 12, 4]cpu" = x.permute(2, 0, 1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4, 2, 3][1, 12, 4]cpu" = v.neg();  v = None
        return (neg,)
