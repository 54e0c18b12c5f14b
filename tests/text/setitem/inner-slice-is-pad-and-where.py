# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      ones_like: "b8[3, 4][4, 1]cpu" = torch.ones_like(v, dtype = torch.bool)
# CHECK-NEXT: pad: "f32[8, 4][4, 1]cpu" = torch.nn.functional.pad(v, (0, 0, 2, 3))
# CHECK-NEXT: pad_1: "b8[8, 4][4, 1]cpu" = torch.nn.functional.pad(ones_like, (0, 0, 2, 3))
# CHECK-NEXT: buf_modified: {{.*}} = torch.where(pad_1, pad, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[3, 4][4, 1]cpu"):
        buf[slice(2, 5, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
