# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      getitem_1_modified: {{.*}} = getitem_1.add(0.5)
# CHECK-NEXT: clone_modified: {{.*}} = torch.slice_scatter(clone, getitem_1_modified, dim = 0, end = -1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(clone_modified, 0, None, -1)
# CHECK-NEXT: return (slice_1,)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[2, s0, 2]"):
        transpose: "f32[s0, 2, 2]" = x.transpose(0, 1)
        getitem = transpose[slice(1, None, None)]
        clone = getitem.clone()
        getitem_1 = clone[slice(None, -1, None)]
        add_ = getitem_1.add_(0.5)
        return (add_,)
