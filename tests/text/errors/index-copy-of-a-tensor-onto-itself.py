# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: the operand 'alias' is the memory that this writes, at other places

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", i: "i64[4][1]cpu"):
        alias: "f32[4][1]cpu" = x.detach()
        index_copy_: "f32[4][1]cpu" = x.index_copy_(0, i, alias);  i = alias = index_copy_ = None
        return (x,)
