# RUN: %outplace rewrite --layout ignore %s | FileCheck-19 %s

# unflatten is a view and can fail: its operand is made row-major.
# CHECK:      t: "f32[4, 4]" = x.t()
# CHECK-NEXT: x_modified: "f32[4, 4]" = t.cumsum(0)
# CHECK-NEXT: x_modified_2: "f32[4, 4]" = x_modified.permute(1, 0)
# CHECK-NEXT: mul: "f32[4, 4]" = x_modified_2 * 2
# CHECK-NEXT: clone: "f32[4, 4]" = mul.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: u: "f32[4, 2, 2]" = clone.unflatten(1, (2, 2))
# CHECK-NEXT: return (u, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4]"):
        t: "f32[4, 4]" = x.t()
        cumsum_: "f32[4, 4]" = t.cumsum_(0);  t = cumsum_ = None
        mul: "f32[4, 4]" = x * 2
        u: "f32[4, 2, 2]" = mul.unflatten(1, (2, 2));  mul = None
        return (u,)
