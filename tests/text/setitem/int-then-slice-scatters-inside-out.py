# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: "f32[6][1]cpu" = torch.select(buf, 0, 3)
# CHECK-NEXT: slice_scatter: "f32[6][1]cpu" = torch.slice_scatter(select, v, dim = 0, start = 1, end = 3)
# CHECK-NEXT: buf_modified: {{.*}} = torch.select_scatter(buf, slice_scatter, dim = 0, index = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 6][6, 1]cpu", v: "f32[2][1]cpu"):
        buf[(3, slice(1, 3, None))] = v;  setitem = buf;  v = setitem = None
        return (buf,)
