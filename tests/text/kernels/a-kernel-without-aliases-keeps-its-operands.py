# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '{"kernel": "norm", "source_hash": "", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "y", "dtype": "float32", "shape": [4]}, {"name": "n", "constant": 2}], "operand_output_aliases": {}, "content_hash": "c5c7abd29c403cc69906e1e6fda73bccf0ddbf90ab0f8fd950491be655fb80e6"}', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: getitem: {{.*}} = k[0]
# CHECK-NEXT: neg: {{.*}} = x.neg()
# CHECK-NEXT: return (getitem, neg)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        neg: "f32[4][1]cpu" = x.neg()
        return (getitem, neg)
