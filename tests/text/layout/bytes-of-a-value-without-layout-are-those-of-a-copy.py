# RUN: %outplace rewrite --layout ignore %s | FileCheck-19 %s

# Under --layout ignore a fresh tensor may lie in any way; its bytes are viewed in a row-major copy.
# CHECK:      t: "f32[2, 2]" = x.t()
# CHECK-NEXT: x_modified: "f32[2, 2]" = t.cumsum(0)
# CHECK-NEXT: x_modified_2: "f32[2, 2]" = x_modified.permute(1, 0)
# CHECK-NEXT: clone: "f32[2, 2]" = x_modified_2.clone()
# CHECK-NEXT: clone_1: "f32[2, 2]" = clone.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: view: "u8[2, 8]" = clone_1.view(torch.uint8)
# CHECK-NEXT: return (view, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2]"):
        t: "f32[2, 2]" = x.t()
        cumsum_: "f32[2, 2]" = t.cumsum_(0);  t = cumsum_ = None
        clone: "f32[2, 2]" = x.clone()
        view: "u8[2, 8]" = clone.view(torch.uint8);  clone = None
        return (view,)
