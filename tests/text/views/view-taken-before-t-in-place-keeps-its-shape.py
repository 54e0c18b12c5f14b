# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      permute: "f32[4, 3][1, 4]cpu" = y.permute(1, 0)
# CHECK-NEXT: y_modified: {{.*}} = permute.add(1)
# CHECK:      : "f32[4][1]cpu" = torch.select({{.*}}, 0, 0)
# CHECK-NEXT: return ({{.*}}, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        y: "f32[3, 4][4, 1]cpu" = x.clone();  x = None
        row: "f32[4][1]cpu" = y[0]
        t_: "f32[4, 3][1, 4]cpu" = y.t_();  t_ = None
        add_: "f32[4, 3][1, 4]cpu" = y.add_(1);  add_ = None
        return (row, y)
