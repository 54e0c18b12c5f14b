# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = buf.index_put((idx,), v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", idx: "i64[2][1]cpu", v: "f32[2, 4][4, 1]cpu"):
        buf[idx] = v;  setitem = buf;  idx = v = setitem = None
        return (buf,)
