# as_strided sees the storage, not its operand: here an element that was written, beside the operand's own.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:     [[NEW:x_modified]]: "f32[2, 2][2, 1]cpu" = torch.where(
# CHECK-NOT: column.as_strided
# CHECK:     [[FLAT:[a-z_0-9]+]]{{.*}} = [[NEW]].{{view|reshape}}(
# CHECK:     [[ROW:as_strided.*]]: "f32[2][1]cpu" = torch.as_strided([[FLAT]], (2,), (1,))
# CHECK:     return ([[ROW]], [[NEW]])

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2][2, 1]cpu"):
        column: "f32[2][2]cpu" = x.as_strided([2], [2])
        x[(slice(None, None, None), slice(1, 2, None))] = 0.5;  setitem = x;  x = setitem = None
        row: "f32[2][1]cpu" = column.as_strided([2], [1]);  column = None
        return (row,)
