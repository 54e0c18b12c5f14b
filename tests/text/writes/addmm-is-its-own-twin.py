# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.addmm(a, b, beta = 0.5)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2][2, 1]cpu", a: "f32[2, 3][3, 1]cpu", b: "f32[3, 2][2, 1]cpu"):
        addmm_: "f32[2, 2][2, 1]cpu" = x.addmm_(a, b, beta = 0.5);  a = b = addmm_ = None
        return (x,)
