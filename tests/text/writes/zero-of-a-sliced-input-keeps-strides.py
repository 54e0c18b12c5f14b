# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4, 3][3, 1]cpu" = torch.zeros_like(x)
# CHECK-NEXT: x_modified_2: "f32[4, 3][6, 1]cpu" = torch.slice_scatter(x, x_modified, 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][6, 1]cpu"):
        zero_: "f32[4, 3][6, 1]cpu" = x.zero_();  zero_ = None
        return (x,)
