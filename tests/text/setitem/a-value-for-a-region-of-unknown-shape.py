# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: zeros = torch.zeros(3)
# CHECK-NEXT: slice_1 = torch.ops.aten.slice.Tensor(x, 0, 1, 3)
# CHECK-NEXT: expand_as = zeros.expand_as(slice_1)
# CHECK-NEXT: torch.slice_scatter(x, expand_as, dim = 0, start = 1, end = 3)

class GraphModule(torch.nn.Module):
    def forward(self, x):
        zeros = torch.zeros(3)
        x[slice(1, 3, None)] = zeros;  setitem = x;  zeros = setitem = None
        return (x,)
