# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      neg: {{.*}} = {{view_as|x_modified|detach|alias}}{{.*}}.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        v: "f32[4][1]cpu" = x.detach()
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4][1]cpu" = v.neg();  v = None
        return (neg,)
