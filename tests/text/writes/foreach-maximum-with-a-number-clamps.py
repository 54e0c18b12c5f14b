# maximum() takes tensors only.
# RUN: %outplace rewrite %s --passes inplace_to_outofplace | FileCheck-19 %s

# CHECK:      x_modified: "f32[4][1]cpu" = x.clamp_min(0.5)
# CHECK-NEXT: y_modified: "f32[4][1]cpu" = y.clamp_min(0.5)
# CHECK-NEXT: x_modified_2: "f32[4][1]cpu" = x_modified.clamp_max(1)
# CHECK-NEXT: y_modified_2: "f32[4][1]cpu" = y_modified.clamp_max(2)
# CHECK-NEXT: x_modified_3: "f32[4][1]cpu" = x_modified_2.maximum(y_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        _foreach_maximum_ = torch._foreach_maximum_([x, y], 0.5);  _foreach_maximum_ = None
        _foreach_minimum_ = torch._foreach_minimum_([x, y], [1, 2]);  _foreach_minimum_ = None
        _foreach_maximum__1 = torch._foreach_maximum_([x], [y]);  _foreach_maximum__1 = None
        return (x, y)
