# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[3, 6][6, 1]cpu" = torch.ops.aten.slice.Tensor(buf, 0, 2, 5)
# CHECK-NEXT: slice_scatter: "f32[3, 6][6, 1]cpu" = torch.slice_scatter(slice_1, v, dim = 1, start = 1, end = 3)
# CHECK-NEXT: buf_modified: {{.*}} = torch.slice_scatter(buf, slice_scatter, dim = 0, start = 2, end = 5)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 6][6, 1]cpu", v: "f32[3, 2][2, 1]cpu"):
        buf[(slice(2, 5, None), slice(1, 3, None))] = v;  setitem = buf;  v = setitem = None
        return (buf,)
