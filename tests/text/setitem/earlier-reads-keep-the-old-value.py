# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      sum_1: {{.*}} = buf.sum(1)
# CHECK:      return (sum_1, buf_modified)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", v: "f32[4][1]cpu"):
        sum_1: "f32[8][1]cpu" = buf.sum(1)
        buf[0] = v;  setitem = buf;  v = setitem = None
        return (sum_1,)
