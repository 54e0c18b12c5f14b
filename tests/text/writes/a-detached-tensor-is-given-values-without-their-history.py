# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# The average itself has no history, whatever is written to its detached form.
# CHECK:      average: "f32[4][1]cpu" = torch.zeros(4)
# CHECK-NEXT: detached: "f32[4][1]cpu" = average.detach()
# CHECK-NEXT: detach: "f32[4][1]cpu" = x.detach()
# CHECK-NEXT: [[VALUE:detached_modified]]: "f32[4][1]cpu" = detached.add(detach)
# CHECK-NEXT: sub: "f32[4][1]cpu" = x - [[VALUE]]
# CHECK-UNTOLD: = detached.add(x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        average: "f32[4][1]cpu" = torch.zeros(4)
        detached: "f32[4][1]cpu" = average.detach()
        add_: "f32[4][1]cpu" = detached.add_(x);  detached = add_ = None
        sub: "f32[4][1]cpu" = x - average
        return (sub,)
