# The module's weight requires a gradient; it is changed under no_grad and then read by what is differentiated.
# RUN: not %outplace rewrite %s --inputs %inputs/attributes.json 2>&1 | FileCheck-19 %s

# CHECK:      error: FX Pass 'inplace_to_outofplace' failed: this reads, under grad mode, a tensor whose values were changed behind its gradient history by
# CHECK-NEXT: node:  mul: f32[2][1]cpu = weight.mul(x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2][1]cpu"):
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
        weight: "f32[2][1]cpu" = self.weight
        mul_: "f32[2][1]cpu" = weight.mul_(0.5);  mul_ = None
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None
        mul: "f32[2][1]cpu" = weight.mul(x);  weight = x = None
        return (mul,)
