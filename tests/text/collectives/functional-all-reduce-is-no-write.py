# RUN: %outplace rewrite %s --groups %inputs/groups.json | FileCheck-19 %s

# CHECK:      all_reduce: {{.*}} = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
# CHECK-NEXT: wait_tensor: {{.*}} = torch.ops._c10d_functional.wait_tensor(all_reduce)
# CHECK-NEXT: return (wait_tensor, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        all_reduce: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
        wait_tensor: "f32[4][1]cpu" = torch.ops._c10d_functional.wait_tensor(all_reduce);  all_reduce = None
        return (wait_tensor, x)
