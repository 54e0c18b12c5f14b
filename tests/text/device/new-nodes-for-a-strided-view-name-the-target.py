# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      = torch.arange(8, device = device(type='xla'))
# CHECK:      return (x_modified{{[_0-9]*}},)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[8][1]cpu"):
        v: "f32[2, 2][3, 1]cpu" = x.unfold(0, 2, 3)
        zero_: "f32[2, 2][3, 1]cpu" = v.zero_();  v = zero_ = None
        return (x,)
