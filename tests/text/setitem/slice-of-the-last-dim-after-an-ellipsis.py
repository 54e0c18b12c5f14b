# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.slice_scatter(buf, v, dim = {{2|-1}}, end = 2)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[2, 3, 4][12, 4, 1]cpu", v: "f32[2, 3, 2][6, 2, 1]cpu"):
        buf[(Ellipsis, slice(0, 2, None))] = v;  setitem = buf;  v = setitem = None
        return (buf,)
