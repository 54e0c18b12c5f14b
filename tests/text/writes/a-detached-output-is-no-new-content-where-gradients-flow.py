# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# CHECK:      x_modified: "f32[4][1]cpu" = x.mul(2)
# CHECK-NEXT: detach: "f32[4][1]cpu" = x_modified.detach()
# CHECK-NEXT: return (detach, x_modified)

# CHECK-UNTOLD:      x_modified: "f32[4][1]cpu" = x.mul(2)
# CHECK-UNTOLD-NEXT: detach: "f32[4][1]cpu" = x_modified.detach()
# CHECK-UNTOLD-NEXT: return (detach,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        mul_: "f32[4][1]cpu" = x.mul_(2);  mul_ = None
        detach_1: "f32[4][1]cpu" = x.detach();  x = None
        return (detach_1,)
