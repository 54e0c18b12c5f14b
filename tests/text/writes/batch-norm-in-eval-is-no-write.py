# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      batch_norm: {{.*}} = torch.nn.functional.batch_norm(x, m, v, None, None, False, 0.1, 1e-05)
# CHECK-NEXT: return (batch_norm,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "f32[3][1]cpu", v: "f32[3][1]cpu"):
        batch_norm: "f32[4, 3][3, 1]cpu" = torch.nn.functional.batch_norm(x, m, v, None, None, False, 0.1, 1e-05);  x = m = v = None
        return (batch_norm,)
