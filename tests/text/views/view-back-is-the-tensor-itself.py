# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = t_1.mul(2)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu"):
        t: "f32[3, 2][1, 3]cpu" = x.t()
        t_1: "f32[2, 3][3, 1]cpu" = t.t();  t = None
        mul_: "f32[2, 3][3, 1]cpu" = t_1.mul_(2);  t_1 = mul_ = None
        return (x,)
