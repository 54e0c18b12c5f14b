# RUN: %exits 1 %outplace rewrite %s --ops %inputs/stir.ops > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: NotImplementedError: 'torch.ops.mylib.no_form' has no form that returns a new tensor
# CHECK-NEXT: node:  no_form{{.*}} = torch.ops.mylib.no_form(
# CHECK:      help:  declare its functional form (--ops FILE; in Python: ops=TEXT), which returns the results and then the new content of each tensor that is written: mylib::no_form_functional(...) -> (Tensor, ...)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        no_form = torch.ops.mylib.no_form(x, y)
        return (x, y)
