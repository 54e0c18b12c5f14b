# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: {{.*}} = torch.full_like(buf, 2.0)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu"):
        buf[slice(None, None, None)] = 2.0;  setitem = buf;  setitem = None
        return (buf,)
