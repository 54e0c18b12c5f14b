# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      new_empty_strided: "bf16[2, 2][6, 1]cpu" = {{.*}}.new_empty_strided((2, 2), (6, 1))
# CHECK-NEXT: slice_scatter: "bf16[2, 2][6, 1]cpu" = torch.slice_scatter(new_empty_strided, {{.*}})
# CHECK-NEXT: view: "i32[2, 1][3, 1]cpu" = slice_scatter.view(torch.int32)
# CHECK-NEXT: return (x_modified_2, view)

class GraphModule(torch.nn.Module):
    def forward(self, x: "bf16[2, 6][6, 1]cpu"):
        y: "bf16[2, 4][6, 1]cpu" = x[(slice(None, None, None), slice(1, 5, None))]
        add_: "bf16[2, 4][6, 1]cpu" = y.add_(1)
        z: "bf16[2, 2][6, 1]cpu" = y[(slice(None, None, None), slice(1, 3, None))]
        w: "i32[2, 1][3, 1]cpu" = z.view(torch.int32)
        return (x, w)
