# RUN: %outplace rewrite %s | FileCheck-19 %s

# sort keeps the order of a transposed operand, which out= does not have.
# CHECK:      sort_1 = torch.sort(x, 0)
# CHECK-NEXT: getitem: "f32[4, 4]cpu" = sort_1[0]
# CHECK-NEXT: v_modified: "f32[4, 4][4, 1]cpu" = torch.slice_scatter(v, getitem)
# CHECK-NEXT: getitem_1: "i64[4, 4]cpu" = sort_1[1]
# CHECK-NEXT: i_modified: "i64[4, 4][4, 1]cpu" = torch.slice_scatter(i, getitem_1)
# CHECK-NEXT: return (v_modified, i_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][1, 4]cpu", v: "f32[4, 4][4, 1]cpu", i: "i64[4, 4][4, 1]cpu"):
        sort = torch.sort(x, 0, out = (v, i));  sort = None
        return ()
