# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = a.add(b)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = 3)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu"):
        a: "f32[3][1]cpu" = x[slice(None, 3, None)]
        b: "f32[3][1]cpu" = x[slice(3, None, None)]
        add_: "f32[3][1]cpu" = a.add_(b);  a = b = add_ = None
        return (x,)
