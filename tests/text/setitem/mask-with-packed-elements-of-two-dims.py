# RUN: %outplace rewrite %s | FileCheck-19 %s

# Three true elements take v one by one; v is not a row that is broadcast.
# CHECK:      buf_modified: "f32[2, 3][3, 1]cpu" = torch.where(mask, {{.*}}, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[2, 3][3, 1]cpu", mask: "b8[2, 3][3, 1]cpu", v: "f32[3][1]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
