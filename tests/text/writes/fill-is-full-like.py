# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "i64[4][1]cpu" = torch.full_like(x, 1.7)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "i64[4][1]cpu"):
        fill_: "i64[4][1]cpu" = x.fill_(1.7);  fill_ = None
        return (x,)
