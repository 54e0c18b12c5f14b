# Python's factories take dtype= and device= beside out=, which says the same. Without dtype= they compute in the type of out=.
# RUN: %outplace rewrite %s --passes inplace_to_outofplace | FileCheck-19 %s

# CHECK:      x_modified: "f64[4][1]cpu" = torch.full((4,), 0.1, dtype = torch.float64)
# CHECK-NEXT: x_modified_2: "f64[4][1]cpu" = torch.full((4,), 0.1, dtype = torch.float64, device = device(type='cpu'))
# CHECK-NEXT: y_modified: "f32[4][1]cpu" = torch.ones((4,), requires_grad = False)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f64[4][1]cpu", y: "f32[4][1]cpu"):
        full: "f64[4][1]cpu" = torch.full((4,), 0.1, out = x);  full = None
        full_1: "f64[4][1]cpu" = torch.full((4,), 0.1, dtype = torch.float64, device = device(type='cpu'), out = x);  full_1 = None
        ones: "f32[4][1]cpu" = torch.ones((4,), requires_grad = False, out = y);  ones = None
        return (x, y)
