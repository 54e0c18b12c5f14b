# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: the operand 'row' shares a part of the memory that this writes

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 2][2, 1]cpu"):
        row: "f32[2][1]cpu" = x[0]
        x[(slice(None, None, None), [1, 1])] = row;  setitem_1 = x;  row = setitem_1 = None
        return (x,)
