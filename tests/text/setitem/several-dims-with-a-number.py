# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: {{.*}} = torch.ops.aten.slice.Tensor(buf, 0, 2, 5)
# CHECK-NEXT: select: {{.*}} = torch.select(slice_1, 1, 0)
# CHECK-NEXT: full_like: "f32[3][1]cpu" = torch.full_like(select, 9)
# CHECK-NEXT: select_scatter: {{.*}} = torch.select_scatter(slice_1, full_like, dim = 1, index = 0)
# CHECK-NEXT: buf_modified: {{.*}} = torch.slice_scatter(buf, select_scatter, dim = 0, start = 2, end = 5)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 6][6, 1]cpu"):
        buf[(slice(2, 5, None), 0)] = 9;  setitem = buf;  setitem = None
        return (buf,)
