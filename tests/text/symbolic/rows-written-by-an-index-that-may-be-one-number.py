# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.index_put((squeeze,), new_full)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "b8[4][1]cpu"):
        nonzero: "i64[u0, 1][1, u0]cpu" = torch.nonzero(m)
        squeeze: "i64[u0][1]cpu" = nonzero.squeeze()
        x[squeeze] = 0.0;  setitem = x
        return (x,)
