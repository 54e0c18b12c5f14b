# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      add: {{.*}} = torch.add(a, b)
# CHECK-NEXT: return (add, c)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4][1]cpu", b: "f32[4][1]cpu", c: "f32[4][1]cpu"):
        add: "f32[4][1]cpu" = torch.add(a, b);  a = b = None
        return (add, c)
