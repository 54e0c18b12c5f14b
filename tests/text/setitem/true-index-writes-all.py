# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[3][1]cpu", v: "f32[3][1]cpu"):
        buf[True] = v;  setitem = buf;  v = setitem = None
        return (buf,)
