# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.random(x, 0, 10)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "i64[20][1]cpu"):
        random_: "i64[20][1]cpu" = x.random_(0, 10);  random_ = None
        return (x,)
