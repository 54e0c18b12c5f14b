# RUN: %exits 1 %outplace rewrite %s --inputs %inputs/equal_inputs.json 2>&1 | FileCheck-19 %s
# RUN: %outplace rewrite %s --summary -o %t.py | FileCheck-19 %s --check-prefix=ALONE
# RUN: %outplace rewrite %s --report %t.json > %t.out
# RUN: FileCheck-19 %s --check-prefix=ASSUMED < %t.json

# CHECK: :{{[0-9]+}}: error: {{.*}}this input is given other memory, and another input keeps the memory that both had
# CHECK: help: {{.*}}copy_

# ALONE: output 1 -> input 0 (x)
# ASSUMED: the input 'x' is given other memory: nothing outside of the graph sees the memory that it had before

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3][1]cpu", y: "f32[3][1]cpu"):
        mul: "f32[3][1]cpu" = x * 2
        set_: "f32[3][1]cpu" = torch_Tensor_set_(x, mul);  x = mul = set_ = None
        return (y,)
