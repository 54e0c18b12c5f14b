# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: "f32[4][1]cpu" = torch.select(buf, 0, 1)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(select, 5.0)
# CHECK-NEXT: where: "f32[4][1]cpu" = torch.where(mask, full_like, select)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, where, dim = 0, index = 1)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[3, 4][4, 1]cpu", mask: "b8[4][1]cpu"):
        buf[(1, mask)] = 5.0;  setitem = buf;  mask = setitem = None
        return (buf,)
