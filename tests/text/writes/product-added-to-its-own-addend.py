# The addend may be the memory that is written, the factors may not.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: x_modified: "f32[8, 8][8, 1]cpu" = torch.addmm(x, a, b)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[8, 8][8, 1]cpu", a: "f32[8, 8][8, 1]cpu", b: "f32[8, 8][8, 1]cpu"):
        addmm: "f32[8, 8][8, 1]cpu" = torch.addmm(x, a, b, out = x);  a = b = addmm = None
        return (x,)
