# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}reduce_scatter_tensor: {{.*}} = torch.ops._c10d_functional.reduce_scatter_tensor(y, 'sum', 2, 'tp')
# CHECK-NEXT: x_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(reduce_scatter_tensor)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        reduce_scatter = torch.ops._c10d_functional.reduce_scatter_tensor_out(y, 'sum', 2, 'tp', out = x)
        wait_tensor = torch.ops._c10d_functional.wait_tensor(reduce_scatter)
        return (wait_tensor,)
