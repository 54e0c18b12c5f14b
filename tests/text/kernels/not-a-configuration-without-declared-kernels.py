# RUN: %outplace rewrite %s 2> %t.err | FileCheck-19 %s
# RUN: cat %t.err | FileCheck-19 %s --check-prefix=WARNING

# CHECK:      backend_config = '', operand_output_aliases = {}
# WARNING:      :{{[0-9]+}}: warning: this kernel call has no configuration, and no kernels are declared
# WARNING:      help: {{.*}}--kernels

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        return (getitem,)
