# RUN: %outplace rewrite %s --inputs %inputs/attributes.json | FileCheck-19 %s
# RUN: %outplace rewrite %s | FileCheck-19 %s --check-prefix=CHECK-APART

# What is told of the module's own tensors counts as what is told of inputs: `last` is the second row of `table`.
# CHECK:      table_modified: "f32[1, 2][2, 1]cpu" = last.add(x)
# CHECK-NEXT: arange: "i64[4][1]cpu" = torch.arange(4, device = device(type='xla'))
# CHECK-NEXT: as_strided: "i64[1, 2][2, 1]cpu" = arange.as_strided((1, 2), (2, 1), 2)
# CHECK-NEXT: table_modified_2: "f32[2, 2][2, 1]cpu" = table.put(as_strided, table_modified)
# CHECK-NEXT: mul: "f32[2, 2][2, 1]cpu" = table_modified_2.mul(2)
# CHECK-NEXT: return (mul, table_modified_2, table_modified)

# CHECK-APART:      last_modified: "f32[1, 2][2, 1]cpu" = last.add(x)
# CHECK-APART-NEXT: mul: "f32[2, 2][2, 1]cpu" = table.mul(2)
# CHECK-APART-NEXT: return (mul, last_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        table: "f32[2, 2][2, 1]cpu" = self.table
        last: "f32[1, 2][2, 1]cpu" = self.last
        add_: "f32[1, 2][2, 1]cpu" = last.add_(x);  last = x = add_ = None
        mul: "f32[2, 2][2, 1]cpu" = table.mul(2);  table = None
        return (mul,)
