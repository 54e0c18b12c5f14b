# RUN: %outplace rewrite %s | FileCheck-19 %s

# A 0-d index selects a row, and the copy into it casts; index_put alone would refuse the dtype.
# CHECK:      buf_modified: "f16[8, 4][4, 1]cpu" = buf.index_put((i,), to)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f16[8, 4][4, 1]cpu", i: "i64[][]cpu", v: "f32[4][1]cpu"):
        buf[i] = v;  setitem = buf;  i = v = setitem = None
        return (buf,)
