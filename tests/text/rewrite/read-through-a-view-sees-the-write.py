# RUN: %outplace rewrite %s | FileCheck-19 %s

# A view taken before the write shows the new contents after it, and what was computed before keeps the old ones.
# CHECK:      early{{.*}} = row.mul(2)
# CHECK:      x_modified{{.*}} = x.add(1)
# CHECK:      [[NEW:[a-z_0-9]+]]{{.*}} = {{.*}}x_modified{{.*}}0
# CHECK:      late{{.*}} = [[NEW]].mul(2)
# CHECK:      return (early, late, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu"):
        row: "f32[8][1]cpu" = x[0]
        early: "f32[8][1]cpu" = row.mul(2)
        add_: "f32[4, 8][8, 1]cpu" = x.add_(1);  x = add_ = None
        late: "f32[8][1]cpu" = row.mul(2);  row = None
        return (early, late)
