# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.select_scatter(buf, v, dim = 0, index = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        buf[3] = v;  setitem = buf;  v = setitem = None
        return (buf,)
