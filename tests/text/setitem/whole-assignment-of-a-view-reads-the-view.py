# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = select.expand_as(buf)
# CHECK-NEXT: buf_modified: "f32[4][1]cpu" = torch.slice_scatter(buf, expand_as)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4][1]cpu", v: "f64[2, 4][4, 1]cpu"):
        select: "f64[4][1]cpu" = v[0]
        buf[slice(None, None, None)] = select;  setitem = buf;  select = setitem = None
        return (buf,)
