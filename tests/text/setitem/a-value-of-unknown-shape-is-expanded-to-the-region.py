# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as{{.*}} = v.expand_as(slice_1)
# CHECK-NEXT: y_modified = torch.slice_scatter(y, expand_as, dim = 0, end = 2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3]"):
        y = torch.nn.functional.pixel_shuffle(x, 2)
        v = torch.nn.functional.pixel_shuffle(y, 2)
        y[slice(0, 2, None)] = v;  setitem = y
        return (y,)
