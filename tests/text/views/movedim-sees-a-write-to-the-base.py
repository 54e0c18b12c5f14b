# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      permute: {{.*}} = x_modified.permute(1, 2, 0)
# CHECK-NEXT: neg: {{.*}} = permute.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 4][12, 4, 1]cpu"):
        v: "f32[3, 4, 2][4, 1, 12]cpu" = x.movedim(0, -1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 4, 2][4, 1, 12]cpu" = v.neg();  v = None
        return (neg,)
