# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      new_tensor: "b8[3][1]cpu" = buf.new_tensor([True, False, True], dtype = torch.bool)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(buf, 1.0)
# CHECK-NEXT: buf_modified: {{.*}} = torch.where(new_tensor, full_like, buf)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[3][1]cpu"):
        buf[[True, False, True]] = 1.0;  setitem = buf;  setitem = None
        return (buf,)
