# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = v.expand_as(buf)
# CHECK-NEXT: buf_modified: "f32[8, 4][4, 1]cpu" = torch.slice_scatter(buf, expand_as)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f64[8, 4][4, 1]cpu"):
        buf[Ellipsis] = v;  setitem = buf;  v = setitem = None
        return (buf,)
