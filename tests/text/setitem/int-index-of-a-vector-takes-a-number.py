# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: {{.*}} = torch.select(buf, 0, 2)
# CHECK-NEXT: full_like: "f32[][]cpu" = torch.full_like(select, 7)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, full_like, dim = 0, index = 2)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8][1]cpu"):
        buf[2] = 7;  setitem = buf;  setitem = None
        return (buf,)
