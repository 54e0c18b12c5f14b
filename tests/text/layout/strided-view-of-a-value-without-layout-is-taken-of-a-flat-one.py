# RUN: %outplace rewrite --layout ignore %s | FileCheck-19 %s

# as_strided reads memory: of a value that may lie in another way, the elements are put in order first.
# CHECK:      t: "f32[2, 2]" = x.t()
# CHECK-NEXT: x_modified: "f32[2, 2]" = t.cumsum(0)
# CHECK-NEXT: x_modified_2: "f32[2, 2]" = x_modified.permute(1, 0)
# CHECK-NEXT: mul: "f32[2, 2]" = x_modified_2 * 2
# CHECK-NEXT: reshape: "f32[4]" = mul.reshape(-1)
# CHECK-NEXT: clone: "f32[4]" = reshape.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: as_strided: "f32[2]" = torch.as_strided(clone, (2,), (3,))
# CHECK-NEXT: return (as_strided, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2]"):
        t: "f32[2, 2]" = x.t()
        cumsum_: "f32[2, 2]" = t.cumsum_(0);  t = cumsum_ = None
        mul: "f32[2, 2]" = x * 2
        a: "f32[2]" = mul.as_strided((2,), (3,));  mul = None
        return (a,)
