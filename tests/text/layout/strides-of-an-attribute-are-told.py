# RUN: %outplace rewrite %s --inputs %inputs/attributes.json | FileCheck-19 %s
# RUN: %outplace rewrite %s | FileCheck-19 %s --check-prefix=CHECK-UNTOLD

# Between the elements of `gaps` lie others, and its new content keeps that layout. Nothing in the text says so.
# CHECK:       gaps_modified: "f32[2, 2]" = gaps.index_put((rows,), new_full)
# CHECK-NEXT:  gaps_modified_2: "f32[2, 2]" = torch.slice_scatter(gaps, gaps_modified, 0)
# CHECK-NEXT:  return (x, gaps_modified_2)
# CHECK-UNTOLD:      gaps_modified: "f32[2, 2]" = gaps.index_put((rows,), new_full)
# CHECK-UNTOLD-NEXT: return (x, gaps_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
        gaps: "f32[2, 2]" = self.gaps
        rows: "i64[2]" = torch.tensor([0, 0], dtype = torch.int64)
        gaps[rows] = 0.5;  setitem = gaps;  gaps = rows = setitem = None
        return (x,)
