# RUN: %exits 1 %outplace rewrite %s --kernels %inputs/kernels.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'nki_kernel_backend_config_pass' failed: no configuration for this kernel: kernel 9 is not declared
# CHECK-NEXT: node:  k{{.*}} = torch.ops.higher_order.nki_kernel_wrapper(
# CHECK:      help:  declare the kernel, with the operands that it writes, in a file for --kernels

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 9, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        return (getitem,)
