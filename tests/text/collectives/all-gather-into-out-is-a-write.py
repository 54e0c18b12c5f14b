# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}all_gather_into_tensor: {{.*}} = torch.ops._c10d_functional.all_gather_into_tensor(x, 2, 'tp')
# CHECK-NEXT: y_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(all_gather_into_tensor)
# CHECK-NEXT: return (y_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_gather = torch.ops._c10d_functional.all_gather_into_tensor_out(x, 2, 'tp', out = y)
        wait_tensor = torch.ops._c10d_functional.wait_tensor(all_gather)
        return (wait_tensor,)
