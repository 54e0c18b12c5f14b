# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.ops.mylib.scale_functional(x, 2.0)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, 0)
# CHECK-NEXT: view_1: {{.*}} = x_modified_2.view(16)
# CHECK-NEXT: return (view_1, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][1, 4]cpu"):
        scale = torch.ops.mylib.scale(x, 2.0)
        view: "f32[16][1]cpu" = x.view(16)
        return (view,)
