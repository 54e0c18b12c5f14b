# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[3, 5][5, 1]cpu" = torch.ops.aten.slice.Tensor(buf, 0, 1, 4)
# CHECK-NEXT: index_put: {{.*}} = torch.ops.aten.index_put(slice_1, [None, idx], v)
# CHECK-NEXT: buf_modified: {{.*}} = torch.slice_scatter(buf, index_put, dim = 0, start = 1, end = 4)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[6, 5][5, 1]cpu", idx: "i64[2][1]cpu", v: "f32[3, 2][2, 1]cpu"):
        buf[(slice(1, 4, None), idx)] = v;  setitem = buf;  idx = v = setitem = None
        return (buf,)
