# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      view_as_real: "f32[4, 2][2, 1]cpu" = torch.view_as_real(x_modified)
# CHECK-NEXT: select: "f32[4][2]cpu" = torch.select(view_as_real, 1, 1)
# CHECK-NEXT: neg: {{.*}} = select.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "f32[4][2]cpu" = x.imag
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4][2]cpu" = v.neg();  v = None
        return (neg,)
