# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      new_full: "i32[][]cpu" = buf.new_full((), 7)
# CHECK-NEXT: buf_modified: {{.*}} = buf.index_put((idx,), new_full)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "i32[8][1]cpu", idx: "i64[2][1]cpu"):
        buf[idx] = 7;  setitem = buf;  idx = setitem = None
        return (buf,)
