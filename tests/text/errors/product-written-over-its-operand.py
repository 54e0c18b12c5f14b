# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: the operand 'x' is the memory that this writes, at other places
# CHECK: help: {{.*}}operand.clone()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6, 8][8, 1]cpu", w: "f32[8, 8][8, 1]cpu"):
        mm: "f32[6, 8][8, 1]cpu" = torch.mm(x, w, out = x);  w = mm = None
        return (x,)
