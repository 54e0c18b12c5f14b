# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}broadcast = torch.ops._c10d_functional.broadcast(x, 0, 'tp')
# CHECK-NEXT: wait_tensor = torch.ops._c10d_functional.wait_tensor(broadcast)
# CHECK-NEXT: neg = x.neg()
# CHECK-NEXT: return (neg,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        broadcast = torch.ops._c10d_functional.broadcast(x, 0, 'tp')
        wait_tensor = torch.ops._c10d_functional.wait_tensor(broadcast)
        neg = x.neg()
        return (neg,)
