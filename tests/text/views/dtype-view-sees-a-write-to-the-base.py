# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      view: "i32[4][1]cpu" = x_modified.view(torch.int32)
# CHECK-NEXT: neg: {{.*}} = view.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        v: "i32[4][1]cpu" = x.view(torch.int32)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "i32[4][1]cpu" = v.neg();  v = None
        return (neg,)
