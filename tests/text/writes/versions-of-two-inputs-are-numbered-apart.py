# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: y_modified: {{.*}} = y.add(x_modified)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.add(y_modified)
# CHECK-NEXT: return (x_modified_2, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1);  add_ = None
        add__1: "f32[4][1]cpu" = y.add_(x);  add__1 = None
        add__2: "f32[4][1]cpu" = x.add_(y);  add__2 = None
        return (x, y)
