# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '{"kernel": "scale", "source_hash": "5ca1e", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "y", "dtype": "float32", "shape": [4]}, {"name": "n", "constant": 2}], "operand_output_aliases": {"0": 0}, "content_hash": "ca3965258c89978109467565c97d12c33ae5893e2c6e4986310f2098c6b57977"}', operand_output_aliases = {0: 0}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: x_modified: {{.*}} = k[0]
# CHECK-NEXT: getitem: {{.*}} = k[0]
# CHECK-NEXT: return (getitem,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = 'old', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        return (getitem,)
