# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: {{.*}} = x.add(x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", x_modified: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(x_modified);  x_modified = add_ = None
        return (x,)
