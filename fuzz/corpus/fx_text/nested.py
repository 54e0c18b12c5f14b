class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0, 4][4, 1]cuda:0"):
         # File: model.py:7 in forward, code: return body(x)
        wrap_body_0 = self.wrap_body_0
        wrap = torch.ops.higher_order.wrap(wrap_body_0, x, s0);  wrap_body_0 = x = s0 = None
        getitem: "f32[s0, 4]" = wrap[0];  wrap = None
        return (getitem,)

    class wrap_body_0(torch.nn.Module):
        def forward(self, x: "f32[s0, 4]", s0: "Sym(s0)"):
            mul = s0 * 2;  s0 = mul = None
            sin: "f32[s0, 4]" = x.sin();  x = None
            return (sin,)
