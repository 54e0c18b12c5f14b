# RUN: %outplace rewrite %s --inputs %S/../Inputs/transposed.json --verify | FileCheck-19 %s

# CHECK:      expand{{.*}} = column.expand(1, 9, 1)
# CHECK-NEXT: rows_modified{{.*}} = torch.slice_scatter(rows, expand, dim = 0{{.*}}step = 2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "b8[3, 3]"):
        column = x.reshape([9, 1])
        rows = x.reshape([1, 9, 1])
        rows[slice(None, None, 2)] = column;  setitem = rows
        return (rows,)
