# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.full_like(a, 1)
# CHECK:      x_modified_2: {{.*}} = torch.full_like(b, 2)
# CHECK-NEXT: x_modified_3: "f32[6][1]cpu" = torch.slice_scatter(x, x_modified, dim = 0, end = 4)
# CHECK-NEXT: x_modified_4: "f32[6][1]cpu" = torch.slice_scatter(x_modified_3, x_modified_2, dim = 0, start = 2, end = 6)
# CHECK:      = {{.*}}.add(10)
# CHECK:      return (x_modified{{[_0-9]*}},)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu"):
        a: "f32[4][1]cpu" = x[slice(0, 4, None)]
        b: "f32[4][1]cpu" = x[slice(2, 6, None)]
        fill_: "f32[4][1]cpu" = a.fill_(1);  fill_ = None
        fill__1: "f32[4][1]cpu" = b.fill_(2);  b = fill__1 = None
        add_: "f32[4][1]cpu" = a.add_(10);  a = add_ = None
        return (x,)
