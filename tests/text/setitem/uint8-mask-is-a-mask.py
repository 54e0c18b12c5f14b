# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: "f32[4][1]cpu" = torch.where({{.*}}, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4][1]cpu", mask: "u8[4][1]cpu", v: "f32[2][1]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
