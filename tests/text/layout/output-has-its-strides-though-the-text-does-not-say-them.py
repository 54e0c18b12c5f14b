# RUN: %outplace rewrite %s | FileCheck-19 %s

# The strides of y follow from those of x.
# CHECK:      y: "f32[2]" = x.select(1, 3)
# CHECK-NEXT: a: "f32[2]" = torch.arange(2, dtype = torch.float32)
# CHECK-NEXT: x_modified: "f32[2]" = y + a
# CHECK-NEXT: x_modified_2: "f32[2, 4]" = torch.select_scatter(x, x_modified, dim = 1, index = 3)
# CHECK-NEXT: select: "f32[2]" = torch.select(x_modified_2, 1, 3)
# CHECK-NEXT: return (select, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4]"):
        y: "f32[2]" = x.select(1, 3)
        a: "f32[2]" = torch.arange(2, dtype = torch.float32)
        y += a;  iadd: "f32[2]" = y
        return (iadd,)
