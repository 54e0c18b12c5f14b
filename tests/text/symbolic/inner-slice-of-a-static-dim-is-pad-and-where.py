# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}w: {{.*}} = torch.ones(s0, 2)
# CHECK-NEXT: ones_like: {{.*}} = torch.ones_like(w, dtype = torch.bool)
# CHECK-NEXT: pad: {{.*}} = torch.nn.functional.pad(w, (2, 4))
# CHECK-NEXT: pad_1: {{.*}} = torch.nn.functional.pad(ones_like, (2, 4))
# CHECK-NEXT: x_modified: {{.*}} = torch.where(pad_1, pad, x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        w: "f32[s0, 2][2, 1]cpu" = torch.ones(s0, 2)
        x[(slice(None, None, None), slice(2, 4, None))] = w;  setitem = x
        return (x,)
