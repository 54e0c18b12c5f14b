# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", i: "i64[][]cpu", v: "f32[1, 1, 4][4, 4, 1]cpu"):
        buf[i] = v;  setitem = buf;  i = v = setitem = None
        return (buf,)
