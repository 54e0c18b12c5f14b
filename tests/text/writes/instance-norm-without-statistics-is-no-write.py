# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      instance_norm: {{.*}} = torch.nn.functional.instance_norm(x, None, None, None, None, True, 0.1, 1e-05)
# CHECK-NEXT: return (instance_norm,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 5][15, 5, 1]cpu"):
        instance_norm: "f32[2, 3, 5][15, 5, 1]cpu" = torch.nn.functional.instance_norm(x, None, None, None, None, True, 0.1, 1e-05);  x = None
        return (instance_norm,)
