# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# What is expanded to no elements takes no value, however long the slice of it may be.
# CHECK:      def forward
# CHECK-NOT: scatter
# CHECK: return (x,)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[1]", v: "f32[1]"):
        expand: "f32[0]" = x.expand(0)
        expand[slice(None, s0, None)] = v;  setitem = expand
        return (x,)
