# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: cumsum = x.cumsum(0)
# CHECK-NEXT: x_modified = cumsum.type_as(x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x):
        cumsum_ = x.cumsum_(0);  cumsum_ = None
        return (x,)
