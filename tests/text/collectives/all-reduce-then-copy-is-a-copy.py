# RUN: %outplace rewrite %s --groups %inputs/groups.json | FileCheck-19 %s

# This is what torch.distributed.all_reduce becomes under Dynamo.
# CHECK:      wait_tensor: {{.*}} = torch.ops._c10d_functional.wait_tensor(all_reduce)
# CHECK-NEXT: expand_as: {{.*}} = wait_tensor.expand_as(x)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        all_reduce: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
        wait_tensor: "f32[4][1]cpu" = torch.ops._c10d_functional.wait_tensor(all_reduce);  all_reduce = None
        copy_: "f32[4][1]cpu" = x.copy_(wait_tensor);  wait_tensor = copy_ = None
        return (x,)
