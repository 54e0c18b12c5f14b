# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      c_modified: "f32[4, 3][3, 1]cpu" = torch.neg(a)
# CHECK-NEXT: c_modified_2: "f32[4, 3][1, 4]cpu" = torch.slice_scatter(c, c_modified, 0)
# CHECK-NEXT: return (c_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4, 3][3, 1]cpu", c: "f32[4, 3][1, 4]cpu"):
        neg: "f32[4, 3][1, 4]cpu" = torch.neg(a, out = c);  a = neg = None
        return (c,)
