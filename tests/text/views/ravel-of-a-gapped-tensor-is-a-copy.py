# RUN: %outplace rewrite %s | FileCheck-19 %s

# A write to what ravel gave does not reach a tensor with gaps, although its elements lie at equal distances.
# CHECK:      narrow: "f32[4, 1][2, 1]cpu" = x.narrow(1, 0, 1)
# CHECK-NEXT: ravel: "f32[4][1]cpu" = narrow.ravel()
# CHECK-NEXT: ravel_modified: "f32[4][1]cpu" = ravel.add(1)
# CHECK-NEXT: return (ravel_modified, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 2][2, 1]cpu"):
        narrow: "f32[4, 1][2, 1]cpu" = x.narrow(1, 0, 1)
        ravel: "f32[4][1]cpu" = narrow.ravel();  narrow = None
        add_: "f32[4][1]cpu" = ravel.add_(1);  ravel = None
        return (add_, x)
