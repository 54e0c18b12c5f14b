# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      slice_1: "f32[3, 4][4, 1]cpu" = torch.ops.aten.slice.Tensor(buf, 0, 0, 3)
# CHECK-NEXT: full_like: "f32[3, 4][4, 1]cpu" = torch.full_like(slice_1, 2.0)
# CHECK-NEXT: buf_modified: {{.*}} = torch.slice_scatter(buf, full_like, dim = 0, end = 3)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu"):
        buf[slice(0, 3, None)] = 2.0;  setitem = buf;  setitem = None
        return (buf,)
