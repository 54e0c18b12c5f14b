# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: FX Pass 'inplace_to_outofplace' failed: the result is cast to the type of the tensor that this writes, which is not known

class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        sum_1 = torch.sum(x, 0, out = y);  sum_1 = None
        return (y,)
