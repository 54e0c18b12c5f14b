# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.ops.aten.index_put(buf, [None, None, idx], v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[2, 3, 4][12, 4, 1]cpu", idx: "i64[2][1]cpu", v: "f32[2, 3, 2][6, 2, 1]cpu"):
        buf[(Ellipsis, idx)] = v;  setitem = buf;  idx = v = setitem = None
        return (buf,)
