# RUN: %exits 1 %outplace rewrite %s --kernels %inputs/kernels.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: operand 2 of this kernel is said to be written, but is no tensor
# CHECK-NEXT: node:  k{{.*}} = torch.ops.higher_order.nki_kernel_wrapper(
# CHECK:      help:  declare the kernel's aliases as {position among all arguments: position of the result}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 3, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        return (getitem,)
