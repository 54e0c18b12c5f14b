# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{expand.*}} = v.expand{{.*}}
# CHECK-NEXT: x_modified: "f32[4][1]cpu" = torch.slice_scatter(x, {{.*}})
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", v: "f64[][]cpu"):
        fill_: "f32[4][1]cpu" = x.fill_(v);  v = fill_ = None
        return (x,)
