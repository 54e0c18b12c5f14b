# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "i64[4][1]cpu" = x // 2
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "i64[4][1]cpu"):
        x //= 2;  r: "i64[4][1]cpu" = x;  x = None
        return (r,)
