# RUN: %outplace rewrite %s | FileCheck-19 %s

# x.bernoulli() means something else: probabilities are taken from x.
# CHECK:      x_modified: {{.*}} = torch.ops.aten.bernoulli{{.*}}(x, 0.5)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[20][1]cpu"):
        bernoulli_: "f32[20][1]cpu" = x.bernoulli_();  bernoulli_ = None
        return (x,)
