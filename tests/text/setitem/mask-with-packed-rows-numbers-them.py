# RUN: %outplace rewrite %s | FileCheck-19 %s

# The rows of v belong to the true elements in order: row number = running count of the mask.
# CHECK:      cumsum: {{.*}} = {{.*}}.cumsum(0)
# CHECK:      buf_modified: "f32[4, 2][2, 1]cpu" = torch.where({{.*}}, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4, 2][2, 1]cpu", mask: "b8[4][1]cpu", v: "f32[2, 2][2, 1]cpu"):
        buf[mask] = v;  setitem = buf;  mask = v = setitem = None
        return (buf,)
