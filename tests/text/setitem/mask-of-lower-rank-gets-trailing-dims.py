# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      full_like: {{.*}} = torch.full_like(buf, 0)
# CHECK-NEXT: unsqueeze: "b8[8, 1][1, 1]cpu" = mask.unsqueeze(-1)
# CHECK-NEXT: buf_modified: "f32[8, 4][4, 1]cpu" = torch.where(unsqueeze, full_like, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", mask: "b8[8][1]cpu"):
        buf[mask] = 0;  setitem = buf;  mask = setitem = None
        return (buf,)
