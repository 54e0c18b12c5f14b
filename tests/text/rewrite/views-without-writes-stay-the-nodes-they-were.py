# RUN: %outplace rewrite %s > %t.out
# RUN: %outplace rewrite %s --passes none > %t.same
# RUN: diff %t.same %t.out

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu", y: "f32[4, 8][8, 1]cpu"):
        # File: model.py:3 in forward
        rows: "f32[2, 8][8, 1]cpu" = x[slice(0, 2, None)]
        flat: "f32[16][1]cpu" = rows.reshape(16);  rows = None

        # File: model.py:4 in forward
        dropped: "f32[4, 8][8, 1]cpu" = torch.nn.functional.dropout(x, 0.1, False, False)
        moved: "f32[4, 8][8, 1]cpu" = dropped.to(torch.float32);  dropped = None

        # File: model.py:5 in forward
        total: "f32[][]cpu" = moved.sum();  moved = None
        add: "f32[4, 8][8, 1]cpu" = x + y;  x = y = None
        return (flat, total, add)
