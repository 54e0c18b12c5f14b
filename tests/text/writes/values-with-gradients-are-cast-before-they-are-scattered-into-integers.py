# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# CHECK:      to: "i64[4][1]cpu" = x.to(torch.int64)
# CHECK:      torch.slice_scatter(n, expand_as)
# CHECK-UNTOLD-NOT: .to(torch.int64)
# CHECK-UNTOLD:     torch.slice_scatter(n, expand_as)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        copy_: "i64[4][1]cpu" = n.copy_(x);  n = x = copy_ = None
        return (z,)
