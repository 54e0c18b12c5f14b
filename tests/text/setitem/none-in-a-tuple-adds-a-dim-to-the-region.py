# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[1, 2, 4][8, 4, 1]cpu"):
        buf[(None, slice(0, 2, None))] = v;  setitem = buf;  v = setitem = None
        return (buf,)
