# RUN: %outplace rewrite %s > %t.out
# RUN: %outplace rewrite %s --passes none > %t.same
# RUN: diff %t.out %t.same

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        # File: model.py:3 in forward
        add: "f32[4][1]cpu" = x.add(y);  x = y = None
        return (add,)
