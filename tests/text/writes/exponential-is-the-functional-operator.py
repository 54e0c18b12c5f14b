# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.exponential(x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[20][1]cpu"):
        exponential_: "f32[20][1]cpu" = x.exponential_();  exponential_ = None
        return (x,)
