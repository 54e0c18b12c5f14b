# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      squeeze: {{.*}} = v.squeeze(0)
# CHECK-NEXT: buf_modified: {{.*}} = buf.index_put((idx,), squeeze)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8][1]cpu", idx: "i64[2][1]cpu", v: "f32[1, 2][2, 1]cpu"):
        buf[idx] = v;  setitem = buf;  idx = v = setitem = None
        return (buf,)
