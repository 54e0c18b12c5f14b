# RUN: %outplace rewrite %s | FileCheck-19 %s

# The other way round: without a lazy bit the storage is copied as it is.
# CHECK:      s: "f32[2][16]cpu" = x.select(1, 0)
# CHECK-NEXT: x_modified: "f32[2][1]cpu" = s.add(1)
# CHECK-NEXT: x_modified_2: "f32[2, 4][16, 2]cpu" = torch.select_scatter(x, x_modified, dim = 1, index = 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4][16, 2]cpu"):
        s: "f32[2][16]cpu" = x.select(1, 0)
        add_: "f32[2][16]cpu" = s.add_(1);  s = add_ = None
        return (x,)
