# addbmm_ resizes self where the product has another shape.
# RUN: not %outplace rewrite %s 2>&1 | FileCheck-19 %s

# CHECK: the result of this operator has another shape than the tensor that it writes

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][1]cpu", a: "f32[2, 3, 4][12, 4, 1]cpu", b: "f32[2, 4, 5][20, 5, 1]cpu"):
        addbmm_: "f32[3, 5][5, 1]cpu" = x.addbmm_(a, b)
        return (addbmm_,)
