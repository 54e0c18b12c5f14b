# RUN: %outplace rewrite %s | FileCheck-19 %s
# RUN: %outplace rewrite %s --device neuron | FileCheck-19 %s --check-prefix=NEURON
# RUN: %outplace rewrite %s --passes none | FileCheck-19 %s --check-prefix=NONE

# CHECK:  torch.zeros(4, device = device(type='xla', index=1))
# NEURON: torch.zeros(4, device = device(type='neuron', index=1))
# NONE:   torch.zeros(4, device = device(type='cuda', index=1))

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        zeros: "f32[4][1]cpu" = torch.zeros(4, device = device(type='cuda', index=1))
        add: "f32[4][1]cpu" = x.add(zeros);  x = zeros = None
        return (add,)
