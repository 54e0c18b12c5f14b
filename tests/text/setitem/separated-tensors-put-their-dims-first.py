# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.ops.aten.index_put(buf, [i, None, j], v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4, 3, 5][15, 5, 1]cpu", i: "i64[2][1]cpu", j: "i64[2][1]cpu", v: "f32[2, 3][3, 1]cpu"):
        buf[(i, slice(None, None, None), j)] = v;  setitem = buf;  i = j = v = setitem = None
        return (buf,)
