# RUN: %outplace rewrite %s > %t.out
# RUN: %outplace rewrite %s --passes none > %t.same
# RUN: diff %t.same %t.out

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu"):
        add: "f32[4, 8][8, 1]cpu" = x + 1;  x = None
        # File: model.py:3 in forward
        row: "f32[8][1]cpu" = add[0]

        # File: model.py:4 in forward
        dropped: "f32[4, 8][8, 1]cpu" = torch.nn.functional.dropout(add, 0.1, False, False);  add = None
        mul: "f32[4, 8][8, 1]cpu" = dropped.mul(row);  dropped = row = None
        return (mul,)
