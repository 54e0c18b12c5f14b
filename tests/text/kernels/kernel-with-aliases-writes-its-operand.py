# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{[[:space:]]}}neg: {{.*}} = {{x_modified|getitem}}.neg()
# CHECK-NEXT: return (neg, {{x_modified|getitem}})

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {0: 0}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0];  k = None
        neg: "f32[4][1]cpu" = x.neg()
        return (neg,)
