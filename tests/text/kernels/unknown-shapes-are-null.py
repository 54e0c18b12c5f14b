# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '{"kernel": "norm", "source_hash": "", "grid": "(1,)", "arguments": [{"name": "x", "dtype": null, "shape": null}, {"name": "y", "dtype": null, "shape": null}, {"name": "n", "constant": 2}], "operand_output_aliases": {}, "content_hash": "66cef34caf861254425c04b3f1f91df1da0e18ae83048d1350580c5ebdf21df4"}', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: return (k,)

class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        return (k,)
