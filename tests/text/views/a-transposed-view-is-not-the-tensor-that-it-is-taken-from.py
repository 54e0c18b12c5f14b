# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# mT shows what it has in the end, after transpose_, which is what add has: they are two tensors all the same.
# CHECK:      narrow: {{.*}} = mT.narrow(1, 1, 1)
# CHECK-NEXT: narrow_modified: "b8[2, 1, 1]{{.*}} = torch.logical_not(narrow)
# CHECK-NEXT: add_modified: "b8[2, 2, 1][2, 1, 2]cpu" = torch.slice_scatter(mT, narrow_modified, dim = 1, start = 1)
# CHECK-NEXT: slice_1: "b8[2, 1, 1][2, 1, 2]cpu" = torch.ops.aten.slice.Tensor(add_modified, 1, 1, None)
# CHECK-NEXT: return (slice_1,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "b8[2, 1, 2][2, 2, 1]cpu"):
        add: "b8[2, 1, 2][2, 2, 1]cpu" = x + x
        mT: "b8[2, 1, 2][2, 2, 1]cpu" = add.mT
        narrow: "b8[2, 1, 1][2, 1, 2]cpu" = mT.narrow(1, 1, 1)
        transpose_: "b8[2, 1, 2][2, 2, 1]cpu" = mT.transpose_(1, 2)
        logical_not: "b8[2, 1, 1][2, 1, 2]cpu" = torch.logical_not(narrow, out = narrow)
        return (logical_not,)
