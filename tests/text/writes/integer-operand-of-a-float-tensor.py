# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4][1]cpu" = x.add(y)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "i64[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(y);  y = add_ = None
        return (x,)
