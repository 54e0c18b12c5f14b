# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: {{.*}} = torch.select(buf, 0, 3)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(select, 1.5)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, full_like, dim = 0, index = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu"):
        buf[3] = 1.5;  setitem = buf;  setitem = None
        return (buf,)
