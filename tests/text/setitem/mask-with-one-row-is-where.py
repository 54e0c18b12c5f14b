# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      unsqueeze: "b8[8, 1][1, 1]cpu" = mask.unsqueeze(-1)
# CHECK-NEXT: buf_modified: "f32[8, 4][4, 1]cpu" = torch.where(unsqueeze, v, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", mask: "b8[8][1]cpu", v: "f32[4][1]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
