# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = buf.index_put((i, j), v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", i: "i64[2][1]cpu", j: "i64[2][1]cpu", v: "f32[2][1]cpu"):
        buf[(i, j)] = v;  setitem = buf;  i = j = v = setitem = None
        return (buf,)
