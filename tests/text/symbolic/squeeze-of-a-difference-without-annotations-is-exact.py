# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# s0 - 1 may be 1, and no annotation says what PyTorch found.
# CHECK:      x_modified = squeeze.add(1)
# CHECK:      x_modified_2{{.*}} = x_modified.reshape(add, 3)
# CHECK-NEXT: x_modified_3{{.*}} = torch.slice_scatter(x, x_modified_2, dim = 0, start = 1)
# CHECK-NEXT: return (x_modified_3,)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0, 3][3, 1]cpu"):
        getitem = x[slice(1, None, None)]
        squeeze = getitem.squeeze(0)
        add_ = squeeze.add_(1)
        return (x,)
