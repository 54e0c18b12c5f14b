# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      y_modified: "f32[2, 2][2, 1]cpu" = {{.*}}.add(1)
# CHECK:      slice_scatter
# CHECK:      return ({{.*}}, {{.*}})

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu"):
        y: "f32[2, 2][2, 1]cpu" = x.clone()
        before: "f32[6][1]cpu" = y.view(6)
        resize_: "f32[2, 2][2, 1]cpu" = y.resize_([2, 2])
        add_: "f32[2, 2][2, 1]cpu" = y.add_(1)
        return (before, y)
