# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      full_like: "i64[8][1]cpu" = torch.full_like(buf, 3.0)
# CHECK-NEXT: buf_modified: "i64[8][1]cpu" = torch.where(mask, full_like, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "i64[8][1]cpu", mask: "b8[8][1]cpu"):
        buf[mask] = 3.0;  setitem = buf;  mask = setitem = None
        return (buf,)
