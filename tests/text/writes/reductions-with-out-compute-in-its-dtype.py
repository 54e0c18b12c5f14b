# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      c_modified: "f64[4][1]cpu" = torch.sum(a, 1, dtype = torch.float64)
# CHECK-NEXT: return (c_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4, 5][5, 1]cpu", c: "f64[4][1]cpu"):
        sum_1: "f64[4][1]cpu" = torch.sum(a, 1, out = c);  a = sum_1 = None
        return (c,)
