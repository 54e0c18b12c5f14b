# RUN: %outplace rewrite %s | FileCheck-19 %s

# Only a tensor can be indexed with an ellipsis, and max gives tensors.
# CHECK: values_modified = torch.full_like(values, 0.5)
# CHECK-NEXT: part_modified = values_modified.mul(0.5)
# CHECK-NEXT: return (part_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        max_1 = x.max(0);  x = None
        values = max_1[0];  max_1 = None
        part = values[(Ellipsis,)]
        values[(Ellipsis,)] = 0.5;  setitem = values;  values = setitem = None
        mul_ = part.mul_(0.5);  mul_ = None
        return (part,)
