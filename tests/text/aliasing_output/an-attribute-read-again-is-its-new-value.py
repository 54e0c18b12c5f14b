# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# CHECK: b_modified: "f32[3][1]cpu" = b.add(x)
# CHECK: add: "f32[3][1]cpu" = x + b_modified
# CHECK: return (add, b_modified)
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3][1]cpu"):
        b: "f32[3][1]cpu" = self.b
        s: "f32[3][1]cpu" = b.add_(x);  b = s = None
        b_1: "f32[3][1]cpu" = self.b
        add: "f32[3][1]cpu" = x + b_1;  x = b_1 = None
        return (add,)
