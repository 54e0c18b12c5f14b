# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: view: "f32[24][1]cpu" = x_modified.view(-1)
# CHECK-NEXT: neg: {{.*}} = view.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 6][6, 1]cpu"):
        v: "f32[24][1]cpu" = x.reshape(-1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[24][1]cpu" = v.neg();  v = None
        return (neg,)
