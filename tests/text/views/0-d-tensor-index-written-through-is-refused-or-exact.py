# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: 

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", i: "i64[][]cpu"):
        v: "f32[3][1]cpu" = x[i];  i = None
        mul_: "f32[3][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
