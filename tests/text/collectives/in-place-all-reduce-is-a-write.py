# RUN: %outplace rewrite %s --groups %inputs/groups.json | FileCheck-19 %s

# CHECK:      = torch.ops._c10d_functional.all_reduce{{(.default)?}}(x, 'sum', '0')
# CHECK:      = torch.ops._c10d_functional.wait_tensor{{(.default)?}}(
# CHECK:      neg: {{.*}} = {{x_modified|wait_tensor.*}}.neg()
# CHECK-NEXT: return (neg, {{.*}})

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        all_reduce_: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce_(x, 'sum', '0')
        wait_tensor: "f32[4][1]cpu" = torch.ops._c10d_functional.wait_tensor(all_reduce_);  all_reduce_ = wait_tensor = None
        neg: "f32[4][1]cpu" = x.neg()
        return (neg,)
