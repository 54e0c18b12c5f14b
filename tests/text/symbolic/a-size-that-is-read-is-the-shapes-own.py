# RUN: %outplace rewrite %s | FileCheck-19 %s

# A dim of size 1 is squeezed, though its size is computed.
# CHECK: zeros_modified: "f32[1][1]" = zeros.add(0.5)
# CHECK-NEXT: squeeze: "f32[][]" = zeros_modified.squeeze(0)
# CHECK-NEXT: return (squeeze,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[1, 2][2, 1]cpu"):
        size = x.size(0);  x = None
        zeros = torch.zeros(size);  size = None
        add_ = zeros.add_(0.5);  add_ = None
        squeeze_ = zeros.squeeze_(0);  zeros = None
        return (squeeze_,)
