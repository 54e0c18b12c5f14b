# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}v = x.T
# CHECK-NEXT: y_modified = y.add(1)
# CHECK-NEXT: return (v, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        v = x.T
        add_ = y.add_(1)
        return (v, add_)
