# RUN: %outplace rewrite %s | FileCheck-19 %s

# select_scatter casts the source to the dtype of the buffer.
# CHECK:      buf_modified: "i64[8, 4][4, 1]cpu" = torch.select_scatter(buf, v, dim = 0, index = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "i64[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        buf[3] = v;  setitem = buf;  v = setitem = None
        return (buf,)
