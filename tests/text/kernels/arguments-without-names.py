# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '{"kernel": "norm", "source_hash": "", "grid": "(1,)", "arguments": [{"name": "", "dtype": "float32", "shape": [4]}, {"name": "", "dtype": "float32", "shape": [4]}], "operand_output_aliases": {}, "content_hash": "8421d9fa2e6c39f74645ab1401f578c9d56d37c5b93d8957dac63ecf2d868cfe"}', operand_output_aliases = {}, args = (x, y), arg_names = (), constant_args_key = 0)
# CHECK-NEXT: return (k,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y), arg_names = (), constant_args_key = 0)
        return (k,)
