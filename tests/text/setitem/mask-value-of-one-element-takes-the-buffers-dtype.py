# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: "f16[8][1]cpu" = torch.where(mask, to, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f16[8][1]cpu", mask: "b8[8][1]cpu", v: "f32[1][1]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
