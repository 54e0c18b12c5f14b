# RUN: %outplace rewrite %s | FileCheck-19 %s

# Views that were taken before keep their history, later ones have none.
# CHECK:      y: {{.*}} = x * 2
# CHECK-NEXT: before: {{.*}} = y[0]
# CHECK-NEXT: detach: "f32[2][1]cpu" = y.detach()
# CHECK-NEXT: add: {{.*}} = detach + 1
# CHECK-NEXT: select: {{.*}} = torch.select(y, 0, 1)
# CHECK-NEXT: detach_1: {{.*}} = select.detach()
# CHECK-NEXT: return (add, before, detach_1)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        y: "f32[2][1]cpu" = x * 2
        before: "f32[][]cpu" = y[0]
        detach_: "f32[2][1]cpu" = y.detach_();  detach_ = None
        add: "f32[2][1]cpu" = y + 1
        after: "f32[][]cpu" = y[1];  y = None
        return (add, before, after)
