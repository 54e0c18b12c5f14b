# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand: {{.*}} = v.expand(3, 4)
# CHECK-NEXT: ones_like: {{.*}} = torch.ones_like(expand, dtype = torch.bool)
# CHECK-NEXT: pad: {{.*}} = torch.nn.functional.pad(expand, (0, 0, 2, 3))
# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        buf[slice(2, 5, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
