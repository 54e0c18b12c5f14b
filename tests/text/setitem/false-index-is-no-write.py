# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK-NOT:  modified
# CHECK:      return (buf,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[3][1]cpu", v: "f32[3][1]cpu"):
        buf[False] = v;  setitem = buf;  v = setitem = None
        return (buf,)
