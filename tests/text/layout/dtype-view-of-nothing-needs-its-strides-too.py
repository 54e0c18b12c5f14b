# RUN: %outplace rewrite %s --layout ignore --verify | FileCheck-19 %s

# CHECK:      slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_2, 0, -3, -3)
# CHECK-NEXT: clone: {{.*}} = slice_1.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: view: {{.*}} = clone.view(torch.uint8)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2][2, 1]cpu", m: "b8[2, 2][2, 1]cpu"):
        t: "f32[2, 2][1, 2]cpu" = x.t()
        masked_fill_: "f32[2, 2][1, 2]cpu" = t.masked_fill_(m, 0.5)
        getitem: "f32[0, 2][2, 1]cpu" = x[slice(-3, -3, None)]
        view_1: "u8[0, 8][8, 1]cpu" = getitem.view(torch.uint8)
        neg: "u8[0, 8][8, 1]cpu" = view_1.neg()
        return (x, neg)
