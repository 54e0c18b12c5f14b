# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x - y
# CHECK-NEXT: neg: {{.*}} = x_modified.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        x -= y;  r: "f32[4][1]cpu" = x;  x = y = None
        neg: "f32[4][1]cpu" = r.neg()
        return (neg,)
