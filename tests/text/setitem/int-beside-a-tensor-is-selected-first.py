# RUN: %outplace rewrite %s | FileCheck-19 %s

# The result has shape (5, 2), as PyTorch takes integers as selects before tensors.
# CHECK:      select: "f32[5, 6][6, 1]cpu" = torch.select(buf, 0, 0)
# CHECK-NEXT: index_put: {{.*}} = torch.ops.aten.index_put(select, [None, idx], v)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, index_put, dim = 0, index = 0)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4, 5, 6][30, 6, 1]cpu", idx: "i64[2][1]cpu", v: "f32[5, 2][2, 1]cpu"):
        buf[(0, slice(None, None, None), idx)] = v;  setitem = buf;  idx = v = setitem = None
        return (buf,)
