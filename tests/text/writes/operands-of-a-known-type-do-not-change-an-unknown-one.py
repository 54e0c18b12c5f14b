# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: add = x.add(y)
# CHECK-NEXT: x_modified = add.type_as(x)
# CHECK-NEXT: x_modified_2 = x_modified.mul(2)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x, y: "f64[2]"):
        add_ = x.add_(y);  y = add_ = None
        mul_ = x.mul_(2);  mul_ = None
        return (x,)
