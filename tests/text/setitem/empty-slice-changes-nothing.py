# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      def forward(
# CHECK-NEXT: return (buf,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[4][1]cpu", v: "f32[0][1]cpu"):
        buf[slice(3, 1, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
