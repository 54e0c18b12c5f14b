# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = row.expand_as(unsqueeze)
# CHECK:      x_modified_2: {{.*}} = torch.slice_scatter(unsqueeze_1, x_modified, dim = 1, end = s0)
# CHECK:      slice_1: {{.*}} = torch.ops.aten.slice.Tensor(unsqueeze_2, 1, None, s0)
# CHECK-NEXT: return (slice_1, x_modified_3)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[2, 2]", row: "f32[1, 2]"):
        getitem = x[(None, slice(None, s0, None))]
        getitem[(None, slice(0, 1, None), slice(None, None, None))] = row;  setitem = getitem
        return (getitem,)
