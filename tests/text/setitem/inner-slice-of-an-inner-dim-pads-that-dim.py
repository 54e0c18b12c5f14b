# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      pad: {{.*}} = torch.nn.functional.pad(v, (0, 0, 2, 3))
# CHECK-NEXT: pad_1: {{.*}} = torch.nn.functional.pad(ones_like, (0, 0, 2, 3))
# CHECK-NEXT: buf_modified: {{.*}} = torch.where(pad_1, pad, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[2, 8, 4][32, 4, 1]cpu", v: "f32[2, 3, 4][12, 4, 1]cpu"):
        buf[(slice(None, None, None), slice(2, 5, None))] = v;  setitem = buf;  v = setitem = None
        return (buf,)
