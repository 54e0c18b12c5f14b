# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}all_reduce_coalesced = torch.ops._c10d_functional.all_reduce_coalesced([x, y], 'sum', 'tp')
# CHECK-NEXT: getitem: {{.*}} = all_reduce_coalesced[0]
# CHECK-NEXT: x_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(getitem)
# CHECK-NEXT: getitem_1: {{.*}} = all_reduce_coalesced[1]
# CHECK-NEXT: y_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(getitem_1)
# CHECK-NEXT: return (x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_reduce = torch.ops._c10d_functional.all_reduce_coalesced_([x, y], 'sum', 'tp')
        first = all_reduce[0]
        wait_tensor = torch.ops._c10d_functional.wait_tensor(first)
        return (wait_tensor,)
