# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.select_scatter(buf, v, dim = {{2|-1}}, index = 1)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[2, 3, 4][12, 4, 1]cpu", v: "f32[2, 3][3, 1]cpu"):
        buf[(Ellipsis, 1)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
