# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.{{.*}}leaky_relu(x, 0.1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        relu_: "f32[4][1]cpu" = torch.nn.functional.leaky_relu_(x, 0.1);  relu_ = None
        return (x,)
