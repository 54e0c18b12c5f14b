# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (2, 4), backend_config = '{"kernel": "norm", "source_hash": "", "grid": "(2, 4)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "y", "dtype": "float32", "shape": [4]}, {"name": "n", "constant": 2}], "operand_output_aliases": {}, "content_hash": "a933be7963fbf814a7fecf0b081571a0f4d8f74b277e7edea0417eab5cbc0fd1"}', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: return (k,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (2, 4), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        return (k,)
