# RUN: %outplace rewrite %s --inputs %inputs/gradients.json --passes inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes inplace_to_outofplace | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# What is scattered where nothing is recorded has no history.

# CHECK:      [[PART:[a-z_]+]]: "f32[2][1]cpu" = part.add(other)
# CHECK-NEXT: [[ALL:[a-z_]+]]: "f32[4][1]cpu" = torch.slice_scatter(y, [[PART]], dim = 0, end = 2)
# CHECK:      _set_grad_enabled(False)
# CHECK-NEXT: found: "f32[][]cpu" = [[ALL]].sum()
# CHECK:      _set_grad_enabled(True)
# CHECK-NEXT: r: "f32[4][1]cpu" = [[ALL]].mul(3)

# Without gradients it is done where it is read.
# CHECK-UNTOLD:      _set_grad_enabled(False)
# CHECK-UNTOLD-NEXT: {{[a-z_]+}}: "f32[4][1]cpu" = torch.slice_scatter(y, part_modified,

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", z: "c64[4][1]cpu", n: "i64[4][1]cpu"):
        y: "f32[4][1]cpu" = x.mul(2)
        part: "f32[2][1]cpu" = y[slice(0, 2, None)]
        other: "f32[2][1]cpu" = x[slice(0, 2, None)]
        add_: "f32[2][1]cpu" = part.add_(other);  add_ = None
        off = torch._C._set_grad_enabled(False);  off = None
        found: "f32[][]cpu" = y.sum()
        on = torch._C._set_grad_enabled(True);  on = None
        r: "f32[4][1]cpu" = y.mul(3)
        return (found, r)
