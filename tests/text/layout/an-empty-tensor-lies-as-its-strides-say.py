# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# Column by column, so that the transposed tensor can be seen as one row.

# CHECK:      columns_modified: "f32[2, 3]" = torch.slice_scatter(columns, expand_as)
# CHECK-NEXT: permute: "f32[3, 2]" = columns_modified.permute(1, 0)
# CHECK-NEXT: view: "f32[6]" = permute.view(6)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        columns: "f32[2, 3]" = torch.empty_strided((2, 3), (1, 2))
        copy_: "f32[2, 3]" = columns.copy_(x);  copy_ = None
        rows: "f32[3, 2]" = columns.t()
        flat: "f32[6]" = rows.view(6);  rows = None
        mul_: "f32[6]" = flat.mul_(2);  flat = mul_ = None
        return (columns,)
