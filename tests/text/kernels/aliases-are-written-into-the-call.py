# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 2, grid = (1,), backend_config = '{"kernel": "swap", "source_hash": "", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "y", "dtype": "float32", "shape": [4]}, {"name": "n", "constant": 2}], "operand_output_aliases": {"0": 1, "1": 0}, "content_hash": "31197ff5e1f71a883712d8bc3f560d11e49439cf934384376063d165ce03ffe8"}', operand_output_aliases = {0: 1, 1: 0}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: x_modified: {{.*}} = k[1]
# CHECK-NEXT: y_modified: {{.*}} = k[0]
# CHECK-NEXT: getitem: {{.*}} = k[0]
# CHECK-NEXT: getitem_1: {{.*}} = k[1]
# CHECK-NEXT: return (getitem, getitem_1)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 2, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        getitem_1: "f32[4][1]cpu" = k[1]
        return (getitem, getitem_1)
