# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}broadcast: {{.*}} = torch.ops._c10d_functional.broadcast(x, 0, 'tp')
# CHECK-NEXT: x_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(broadcast)
# CHECK-NEXT: neg = x_modified.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        broadcast_ = torch.ops._c10d_functional.broadcast_(x, 0, 'tp')
        wait_tensor = torch.ops._c10d_functional.wait_tensor(broadcast_)
        neg = x.neg()
        return (neg,)
