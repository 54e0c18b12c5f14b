# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: expand: "f32[3, 4][0, 1]cpu" = x_modified.expand(3, 4)
# CHECK-NEXT: neg: {{.*}} = expand.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        v: "f32[3, 4][0, 1]cpu" = torch.broadcast_to(x, (3, 4))
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 4][0, 1]cpu" = v.neg();  v = None
        return (neg,)
