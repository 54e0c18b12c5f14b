# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# Elements 0, 2 and 4 of x, in memory four apart.
# CHECK:      arange: "i64[5][1]cpu" = torch.arange(5
# CHECK-NEXT: as_strided: "i64[3][2]cpu" = arange.as_strided((3,), (2,), 0)
# CHECK-NEXT: {{.*}} = x.put(as_strided, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][2]cpu"):
        v: "f32[3][4]cpu" = x.as_strided((3,), (4,))
        add_: "f32[3][4]cpu" = v.add_(1);  v = add_ = None
        return (x,)
