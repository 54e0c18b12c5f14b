# RUN: %outplace rewrite %s | FileCheck-19 %s

# PyTorch shows what an object is in the end at all nodes that name it; the shape before follows from it.
# CHECK:      made: "f32[2, 3][3, 1]cpu" = x.clone()
# CHECK-NEXT: same: "f32[2, 3][3, 1]cpu" = made.contiguous()
# CHECK-NEXT: first: "f32[3][1]cpu" = same[0]
# CHECK-NEXT: permute: "f32[3, 2][1, 3]cpu" = made.permute(1, 0)
# CHECK-NEXT: made_modified: "f32[3, 2][1, 3]cpu" = permute.add(1)
# CHECK-NEXT: made_modified_2: "f32[2, 3][3, 1]cpu" = made_modified.permute(1, 0)
# CHECK-NEXT: select: "f32[3][1]cpu" = torch.select(made_modified_2, 0, 0)
# CHECK-NEXT: return (select,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu"):
        made: "f32[3, 2][1, 3]cpu" = x.clone()
        same: "f32[3, 2][1, 3]cpu" = made.contiguous()
        first: "f32[3][1]cpu" = same[0];  same = None
        t_: "f32[3, 2][1, 3]cpu" = made.t_();  t_ = None
        add_: "f32[3, 2][1, 3]cpu" = made.add_(1);  made = add_ = None
        return (first,)
