# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# In the input the slice begins at element 2; in the new value of y it begins at element 1.
# CHECK:      slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified, 0, 1, 3)
# CHECK-NEXT: clone: {{.*}} = slice_1.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: view: {{.*}} = clone.view(torch.int32)
# CHECK-NEXT: x_modified_2: {{.*}} = view.add(1)

class GraphModule(torch.nn.Module):
    def forward(self, x: "bf16[6][1]cpu"):
        y: "bf16[4][1]cpu" = x[slice(1, 5, None)]
        add_: "bf16[4][1]cpu" = y.add_(1)
        z: "bf16[2][1]cpu" = y[slice(1, 3, None)]
        w: "i32[1][1]cpu" = z.view(torch.int32)
        add__1: "i32[1][1]cpu" = w.add_(1)
        return (x,)
