# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4][1]cpu", v: "f32[4][1]cpu"):
        buf[slice(0, 100, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
