# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.where(mask, v, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", mask: "b8[8, 4][4, 1]cpu", v: "f32[][]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
