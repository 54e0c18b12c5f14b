# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: "f32[6][1]cpu" = torch.select(buf, 0, 3)
# CHECK-NEXT: select_scatter: "f32[6][1]cpu" = torch.select_scatter(select, v, dim = 0, index = 5)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, select_scatter, dim = 0, index = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 6][6, 1]cpu", v: "f32[][]cpu"):
        buf[(3, 5)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
