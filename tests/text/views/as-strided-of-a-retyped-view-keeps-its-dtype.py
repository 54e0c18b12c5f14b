# RUN: %outplace rewrite %s | FileCheck-19 %s

# as_strided sees the whole memory, in elements of its operand's dtype.
# CHECK:      bytes: "u8[16][1]cpu" = x.view(torch.uint8)
# CHECK-NEXT: every: "u8[4][4]cpu" = bytes.as_strided([4], [4], 1)
# CHECK-NEXT: x_modified: "i32[4][1]cpu" = x.add(1)
# CHECK-NEXT: view: "u8[16][1]cpu" = x_modified.view(torch.uint8)
# CHECK-NEXT: slice_1: "u8[15][1]cpu" = torch.ops.aten.slice.Tensor(view, 0, 1, None)
# CHECK-NEXT: as_strided: "u8[4][4]cpu" = torch.as_strided(slice_1, (4,), (4,))
# CHECK-NEXT: return (as_strided, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "i32[4][1]cpu"):
        bytes: "u8[16][1]cpu" = x.view(torch.uint8)
        every: "u8[4][4]cpu" = bytes.as_strided([4], [4], 1);  bytes = None
        add_: "i32[4][1]cpu" = x.add_(1);  add_ = None
        return (every, x)
