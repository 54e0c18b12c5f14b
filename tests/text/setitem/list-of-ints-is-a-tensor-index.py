# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      new_tensor: "i64[2][1]cpu" = buf.new_tensor([0, 2], dtype = torch.int64)
# CHECK-NEXT: buf_modified: {{.*}} = buf.index_put((new_tensor,), v)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[2, 4][4, 1]cpu"):
        buf[[0, 2]] = v;  setitem = buf;  v = setitem = None
        return (buf,)
