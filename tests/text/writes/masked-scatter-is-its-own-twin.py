# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.masked_scatter(m, v)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu", m: "b8[6][1]cpu", v: "f32[6][1]cpu"):
        masked_scatter_: "f32[6][1]cpu" = x.masked_scatter_(m, v);  m = v = masked_scatter_ = None
        return (x,)
