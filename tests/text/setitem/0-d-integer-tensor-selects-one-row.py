# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = buf.index_put((i,), v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", i: "i64[][]cpu", v: "f32[4][1]cpu"):
        buf[i] = v;  setitem = buf;  i = v = setitem = None
        return (buf,)
