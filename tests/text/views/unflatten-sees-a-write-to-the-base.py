# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      view: "f32[2, 3, 4][12, 4, 1]cpu" = x_modified.view(2, 3, 4)
# CHECK-NEXT: neg: {{.*}} = view.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 12][12, 1]cpu"):
        v: "f32[2, 3, 4][12, 4, 1]cpu" = x.unflatten(1, (3, 4))
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[2, 3, 4][12, 4, 1]cpu" = v.neg();  v = None
        return (neg,)
