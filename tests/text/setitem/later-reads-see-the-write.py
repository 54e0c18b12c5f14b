# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      sum_1: {{.*}} = buf_modified.sum(1)
# CHECK-NEXT: return (sum_1, buf_modified)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        buf[0] = v;  setitem = buf;  v = setitem = None
        sum_1: "f32[8][1]cpu" = buf.sum(1)
        return (sum_1,)
