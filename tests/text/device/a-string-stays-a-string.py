# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      to: {{.*}} = x.to('xla:1')

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        to: "f32[4][1]cpu" = x.to('cuda:1');  x = None
        return (to,)
