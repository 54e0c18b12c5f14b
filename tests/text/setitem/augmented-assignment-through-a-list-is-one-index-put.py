# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.index_put((idx,), {{.*}})
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", idx: "i64[2][1]cpu"):
        getitem: "f32[2, 3][3, 1]cpu" = x[idx]
        getitem += 1;  add: "f32[2, 3][3, 1]cpu" = getitem;  getitem = None
        x[idx] = add;  setitem = x;  add = setitem = idx = None
        return (x,)
