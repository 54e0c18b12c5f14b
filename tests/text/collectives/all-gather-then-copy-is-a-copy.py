# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}all_gather: {{.*}} = torch.ops._c10d_functional.all_gather_into_tensor(x, 2, 'tp')
# CHECK-NEXT: wait_tensor: {{.*}} = torch.ops._c10d_functional.wait_tensor(all_gather)
# CHECK-NEXT: expand_as: {{.*}} = wait_tensor.expand_as(y)
# CHECK-NEXT: y_modified: {{.*}} = torch.slice_scatter(y, expand_as)
# CHECK-NEXT: return (y_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_gather: "f32[8][1]cpu" = torch.ops._c10d_functional.all_gather_into_tensor(x, 2, 'tp')
        wait_tensor: "f32[8][1]cpu" = torch.ops._c10d_functional.wait_tensor(all_gather)
        copy_: "f32[8][1]cpu" = y.copy_(wait_tensor)
        return (y,)
