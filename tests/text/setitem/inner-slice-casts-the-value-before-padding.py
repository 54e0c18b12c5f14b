# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      to: "f16[3, 4][4, 1]cpu" = v.to(torch.float16)
# CHECK:      buf_modified: "f16[8, 4][4, 1]cpu" = torch.where(pad_1, pad, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f16[8, 4][4, 1]cpu", v: "f32[3, 4][4, 1]cpu"):
        buf[slice(2, 5, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
