# Autograd has no derivative of slice_scatter for complex values.
# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s

# CHECK:      view_as_real: "f32[4, 2][2, 1]cpu" = torch.view_as_real(z)
# CHECK-NEXT: view_as_real_1: "f32[2, 2][2, 1]cpu" = torch.view_as_real({{.*}})
# CHECK-NEXT: slice_scatter: "f32[4, 2][2, 1]cpu" = torch.slice_scatter(view_as_real, view_as_real_1, dim = 0, end = 2)
# CHECK-NEXT: z_modified_2: "c64[4][1]cpu" = torch.view_as_complex(slice_scatter)
# CHECK-NEXT: return (z_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        half: "c64[2][1]cpu" = z[slice(0, 2, None)]
        mul_: "c64[2][1]cpu" = half.mul_(2);  half = mul_ = None
        return (z,)
