# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: a write to a tensor in which several elements are one place of memory

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4][0, 1]cpu"):
        add_: "f32[2, 4][0, 1]cpu" = x.add_(1);  add_ = None
        return (x,)
