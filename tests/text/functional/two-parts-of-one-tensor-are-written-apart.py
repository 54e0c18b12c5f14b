# RUN: %outplace rewrite %s --ops %inputs/stir.ops --verify | FileCheck-19 %s

# CHECK:      stir_all_functional = torch.ops.mylib.stir_all_functional([first, second])
# CHECK-NEXT: x_modified: {{.*}} = stir_all_functional[0]
# CHECK-NEXT: x_modified_2: {{.*}} = stir_all_functional[1]
# CHECK-NEXT: x_modified_3: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = 2)
# CHECK-NEXT: x_modified_4: {{.*}} = torch.slice_scatter(x_modified_3, x_modified_2, dim = 0, start = 2, end = 4)
# CHECK-NEXT: return (x_modified_4,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        first: "f32[2, 4][4, 1]cpu" = x[slice(0, 2, None)]
        second: "f32[2, 4][4, 1]cpu" = x[slice(2, 4, None)]
        stir_all = torch.ops.mylib.stir_all([first, second])
        return (x,)
