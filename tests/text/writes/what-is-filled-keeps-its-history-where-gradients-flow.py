# normal_functional has no derivative; what flows through the numbers that it draws are zeros.
# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s

# CHECK:      detach: "f32[4][1]cpu" = x.detach()
# CHECK-NEXT: normal_functional: "f32[4][1]cpu" = torch.ops.aten.normal_functional(detach)
# CHECK-NEXT: x_modified: "f32[4][1]cpu" = torch.slice_scatter(x, normal_functional)
# CHECK-NEXT: x_modified_2: "f32[4][1]cpu" = torch.fill(x_modified, 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        normal_: "f32[4][1]cpu" = x.normal_();  normal_ = None
        zero_: "f32[4][1]cpu" = x.zero_();  zero_ = None
        return (x,)
