# RUN: %outplace rewrite %s | FileCheck-19 %s

# view(dtype) asks for a stride of 1 also of a dim of size 1: that dim is made anew, without a copy.
# CHECK:      select: "f32[2, 2, 1][2, 1, 1]cpu" = x.select(0, 0)
# CHECK-NEXT: mT: "f32[2, 1, 2][2, 1, 1]cpu" = select.mT
# CHECK-NEXT: x_modified: "f32[2, 1, 2][2, 1, 1]cpu" = mT.add(0.5)
# CHECK-NEXT: select_1: "f32[2, 1][2, 1]cpu" = torch.select(x_modified, 2, 0)
# CHECK-NEXT: squeeze: "f32[2][2]cpu" = select_1.squeeze(1)
# CHECK-NEXT: unsqueeze: "f32[2, 1][2, 1]cpu" = squeeze.unsqueeze(1)
# CHECK-NEXT: view_1: "u8[2, 4][8, 1]cpu" = unsqueeze.view(torch.uint8)
# CHECK-NEXT: x_modified_2: "f32[2, 2, 1][2, 1, 1]cpu" = x_modified.permute(0, 2, 1)
# CHECK-NEXT: x_modified_3: "f32[2, 2, 2, 1][4, 2, 1, 1]cpu" = torch.select_scatter(x, x_modified_2, dim = 0, index = 0)
# CHECK-NEXT: return (view_1, x_modified_3)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2, 2, 1][4, 2, 1, 1]cpu"):
        select: "f32[2, 2, 1][2, 1, 1]cpu" = x.select(0, 0);  x = None
        mT: "f32[2, 1, 2][2, 1, 1]cpu" = select.mT;  select = None
        add_: "f32[2, 1, 2][2, 1, 1]cpu" = mT.add_(0.5);  mT = None
        row: "f32[2, 1][2, 1]cpu" = add_.select(2, 0);  add_ = None
        view: "u8[2, 4][8, 1]cpu" = row.view(torch.uint8);  row = None
        return (view,)
