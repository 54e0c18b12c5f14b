# RUN: %outplace rewrite --layout ignore %s --verify | FileCheck-19 %s

# The value lies transposed, the tensor row by row.
# CHECK:      new_empty_strided: "f32[2, 3]{{.*}} = {{.*}}.new_empty_strided((2, 3), (3, 1))
# CHECK-NEXT: x_modified_3: {{.*}} = torch.ops.aten.normal_functional(new_empty_strided)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu", m: "b8[3, 2][2, 1]cpu"):
        t: "f32[3, 2][1, 3]cpu" = x.t()
        masked_fill_: "f32[3, 2][1, 3]cpu" = t.masked_fill_(m, 2)
        total: "f32[2, 3][3, 1]cpu" = x * 2
        normal_: "f32[2, 3][3, 1]cpu" = x.normal_()
        return (x, total)
