# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.bernoulli{{.*}}(x, 0.25)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[20][1]cpu"):
        bernoulli_: "f32[20][1]cpu" = x.bernoulli_(0.25);  bernoulli_ = None
        return (x,)
