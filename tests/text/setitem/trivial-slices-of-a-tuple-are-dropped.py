# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.select_scatter(buf, v, dim = 1, index = 2)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[8][1]cpu"):
        buf[(slice(None, None, None), 2)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
