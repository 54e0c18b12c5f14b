# RUN: %outplace rewrite %s | FileCheck-19 %s

# memory_format says where the elements of the copy lie, not the operand.
# CHECK:      clone: "u8[2, 16]" = x.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: view: "i64[2, 2]" = clone.view(torch.int64)
# CHECK-NEXT: view_modified: "i64[2, 2][2, 1]" = view.add(1)
# CHECK-NEXT: clone_modified: "u8[2, 16][16, 1]" = view_modified.view(torch.uint8)
# CHECK-NEXT: return (clone_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "u8[2, 16][1, 2]cpu"):
        clone: "u8[2, 16]" = x.clone(memory_format = torch.contiguous_format);  x = None
        view: "i64[2, 2]" = clone.view(torch.int64)
        add_: "i64[2, 2]" = view.add_(1);  view = add_ = None
        return (clone,)
