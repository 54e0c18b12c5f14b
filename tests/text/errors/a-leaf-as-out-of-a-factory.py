# requires_grad=True would change the tensor that is given as out=.
# RUN: not %outplace rewrite %s 2>&1 | FileCheck-19 %s

# CHECK: error: FX Pass 'aliasing_output_rewrite' failed: no form of 'torch.ones' takes these arguments

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        ones: "f32[4][1]cpu" = torch.ones((4,), requires_grad = True, out = x)
        return (ones,)
