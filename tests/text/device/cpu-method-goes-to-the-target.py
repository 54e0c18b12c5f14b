# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      = x.to({{.*}}xla{{.*}})

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        cpu: "f32[4][1]cpu" = x.cpu();  x = None
        return (cpu,)
