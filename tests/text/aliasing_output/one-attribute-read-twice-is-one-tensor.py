# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      w_modified: {{.*}} = w.add(x)
# CHECK-NEXT: neg: {{.*}} = w_modified.neg()
# CHECK-NEXT: return (neg, w_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        w: "f32[4][1]cpu" = self.w
        w_1: "f32[4][1]cpu" = self.w
        add_: "f32[4][1]cpu" = w.add_(x);  w = x = add_ = None
        neg: "f32[4][1]cpu" = w_1.neg();  w_1 = None
        return (neg,)
