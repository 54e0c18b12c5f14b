# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}reduce_scatter: {{.*}} = torch.ops._c10d_functional.reduce_scatter_tensor(y, 'sum', 2, 'tp')
# CHECK-NEXT: wait_tensor: {{.*}} = torch.ops._c10d_functional.wait_tensor(reduce_scatter)
# CHECK-NEXT: expand_as: {{.*}} = wait_tensor.expand_as(x)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        reduce_scatter: "f32[4][1]cpu" = torch.ops._c10d_functional.reduce_scatter_tensor(y, 'sum', 2, 'tp')
        wait_tensor: "f32[4][1]cpu" = torch.ops._c10d_functional.wait_tensor(reduce_scatter)
        copy_: "f32[4][1]cpu" = x.copy_(wait_tensor)
        return (x,)
