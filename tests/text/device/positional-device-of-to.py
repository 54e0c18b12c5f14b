# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      to: {{.*}} = x.to(device(type='xla'), torch.float32)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        to: "f32[4][1]cpu" = x.to(device(type='cuda'), torch.float32);  x = None
        return (to,)
