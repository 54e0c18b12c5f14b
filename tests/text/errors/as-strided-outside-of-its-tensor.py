# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: as_strided reaches memory outside of the tensor

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        past: "f32[2][4]cpu" = x.as_strided([2], [4], 0)
        add_: "f32[4][1]cpu" = x.add_(1);  add_ = None
        return (past, x)
