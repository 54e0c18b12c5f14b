# RUN: %outplace rewrite %s 2> %t.err | FileCheck-19 %s
# RUN: diff %t.err /dev/null

# CHECK:      backend_config = 'mine', operand_output_aliases = {0: 0}
# CHECK-NEXT: x_modified: {{.*}} = k[0]

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = 'mine', operand_output_aliases = {0: 0}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        return (x,)
