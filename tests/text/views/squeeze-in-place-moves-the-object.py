# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      squeeze: "f32[3][1]cpu" = y.squeeze(1)
# CHECK-NEXT: neg: {{.*}} = squeeze.neg()
# CHECK-NEXT: return (neg,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1][1, 1]cpu"):
        y: "f32[3, 1][1, 1]cpu" = x.clone();  x = None
        squeeze_: "f32[3][1]cpu" = y.squeeze_(1);  squeeze_ = None
        neg: "f32[3][1]cpu" = y.neg();  y = None
        return (neg,)
