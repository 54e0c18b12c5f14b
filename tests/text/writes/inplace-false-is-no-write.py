# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      relu: {{.*}} = torch.nn.functional.relu(x, inplace = False)
# CHECK-NEXT: return (relu, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        relu: "f32[4][1]cpu" = torch.nn.functional.relu(x, inplace = False)
        return (relu, x)
