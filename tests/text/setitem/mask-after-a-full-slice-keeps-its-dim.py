# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified: "f32[3, 4][4, 1]cpu" = torch.where(mask, full_like, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[3, 4][4, 1]cpu", mask: "b8[4][1]cpu"):
        buf[(slice(None, None, None), mask)] = 5.0;  setitem = buf;  mask = setitem = None
        return (buf,)
