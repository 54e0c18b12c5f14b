# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# CHECK:      expand_as: "f32[4][1]cpu" = detached.expand_as(x)
# CHECK-NEXT: x_modified: "f32[4][1]cpu" = torch.slice_scatter(x, expand_as)
# CHECK-NEXT: return (x_modified,)
# CHECK-UNTOLD-NOT: x_modified

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        detached: "f32[4][1]cpu" = x.detach()
        copy_: "f32[4][1]cpu" = x.copy_(detached);  detached = copy_ = None
        return (x,)
