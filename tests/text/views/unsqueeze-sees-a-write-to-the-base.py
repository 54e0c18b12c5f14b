# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      unsqueeze: "f32[3, 1, 4][4, 4, 1]cpu" = x_modified.unsqueeze(1)
# CHECK-NEXT: neg: {{.*}} = unsqueeze.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        v: "f32[3, 1, 4][4, 4, 1]cpu" = x.unsqueeze(1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 1, 4][4, 4, 1]cpu" = v.neg();  v = None
        return (neg,)
