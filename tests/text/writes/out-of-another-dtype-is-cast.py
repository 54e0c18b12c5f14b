# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      mul_1: "f32[4][1]cpu" = torch.mul(a, b)
# CHECK-NEXT: c_modified: "f64[4][1]cpu" = mul_1.to(torch.float64)
# CHECK-NEXT: return (c_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4][1]cpu", b: "f32[4][1]cpu", c: "f64[4][1]cpu"):
        mul: "f64[4][1]cpu" = torch.mul(a, b, out = c);  a = b = mul = None
        return (c,)
