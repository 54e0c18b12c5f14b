# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.slice_scatter(x, {{.*}})
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3][3, 1]cpu"):
        select: "f32[3][1]cpu" = x[0]
        v: "f32[][]cpu" = select[1];  select = None
        fill_: "f32[3, 3][3, 1]cpu" = x.fill_(v);  v = fill_ = None
        return (x,)
