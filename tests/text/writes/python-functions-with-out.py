# RUN: %outplace rewrite %s --passes inplace_to_outofplace | FileCheck-19 %s

# CHECK:      {{.*}} = torch.functional.norm(a, 2)
# CHECK:      {{.*}} = torch.functional.tensordot(a, a, 2, None)
# CHECK-NOT:  out =

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[5, 5][5, 1]cpu", x: "f32[][]cpu", y: "f32[][]cpu"):
        norm: "f32[][]cpu" = torch.functional.norm(a, 2, out = x)
        tensordot: "f32[][]cpu" = torch.functional.tensordot(a, a, 2, y)
        return (norm, tensordot)
