# RUN: %outplace rewrite %s --groups %inputs/groups.json | FileCheck-19 %s

# CHECK:      [[V:[a-z_]+_modified]]: {{.*}} = wait_tensor.add(1)
# CHECK-NEXT: neg: {{.*}} = [[V]].neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        all_reduce: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
        wait_tensor: "f32[4][1]cpu" = torch.ops._c10d_functional.wait_tensor(all_reduce)
        add_: "f32[4][1]cpu" = wait_tensor.add_(1);  wait_tensor = add_ = None
        neg: "f32[4][1]cpu" = all_reduce.neg();  all_reduce = None
        return (neg,)
