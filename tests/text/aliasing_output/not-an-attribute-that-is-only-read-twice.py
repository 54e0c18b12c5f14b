# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# CHECK: b_1: "f32[3][1]cpu" = self.b
# CHECK: add_1: "f32[3][1]cpu" = add + b_1
# CHECK: return (add_1,)
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3][1]cpu"):
        b: "f32[3][1]cpu" = self.b
        add: "f32[3][1]cpu" = b + x;  b = x = None
        b_1: "f32[3][1]cpu" = self.b
        add_1: "f32[3][1]cpu" = add + b_1;  add = b_1 = None
        return (add_1,)
