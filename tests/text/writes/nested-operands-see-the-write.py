# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: cat: {{.*}} = torch.cat([x_modified, y], dim = 0)
# CHECK-NEXT: return (cat, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu", y: "f32[2, 3][3, 1]cpu"):
        add_: "f32[2, 3][3, 1]cpu" = x.add_(1);  add_ = None
        cat: "f32[4, 3][3, 1]cpu" = torch.cat([x, y], dim = 0)
        return (cat,)
