# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = v.expand_as(buf)
# CHECK-NEXT: buf_modified: {{.*}} = torch.slice_scatter(buf, expand_as)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        buf[slice(None, None, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
