# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.slice_scatter(buf, v, dim = 0, start = -3, end = -1, step = 1)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[2, 4][4, 1]cpu"):
        buf[slice(-3, -1, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
