# RUN: %outplace rewrite %s --verify | %outplace rewrite - | FileCheck-19 %s

# The functional form returns a tuple, of whose items a text without annotations says nothing.
# CHECK: norm: "f32[3, 1]" = _native_batch_norm_legit_functional[0]

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1]", mean: "f32[1]", var: "f32[1]"):
        norm = torch.nn.functional.batch_norm(x, mean, var, training = True)
        getitem = norm[(None, slice(None, None, None))]
        return (getitem,)
