# RUN: %outplace rewrite %s --device neuron | FileCheck-19 %s

# CHECK:      zeros: {{.*}} = torch.zeros(4, device = device(type='neuron'))

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        zeros: "f32[4][1]cpu" = torch.zeros(4, device = device(type='cpu'))
        return (zeros,)
