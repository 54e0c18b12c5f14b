# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}v = x[0]
# CHECK-NEXT: x_modified = x.add(1)
# CHECK-NEXT: select = torch.select(x_modified, 0, 0)
# CHECK-NEXT: return (select, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x):
        v = x[0]
        add_ = x.add_(1)
        return (v,)
