# RUN: not %outplace rewrite %s --inputs %inputs/attributes.json 2>&1 | FileCheck-19 %s

# CHECK: error: {{.*}}the text says that 'weight' is f32[3][1]cpu, what is told of the inputs that its shape is [2]

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        weight: "f32[3][1]cpu" = self.weight
        mul_: "f32[3][1]cpu" = weight.mul_(0.5);  weight = mul_ = None
        return (x,)
