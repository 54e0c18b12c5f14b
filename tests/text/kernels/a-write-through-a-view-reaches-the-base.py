# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}v: {{.*}} = x[slice(0, 2, None)]
# CHECK-NEXT: k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '{"kernel": "scale", "source_hash": "5ca1e", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [2]}, {"name": "y", "dtype": "float32", "shape": [4]}, {"name": "n", "constant": 2}], "operand_output_aliases": {"0": 0}, "content_hash": "dfa1f1046f44218d053de17fd3821f142e14ec49bbf1be2939afbc96d7e8150e"}', operand_output_aliases = {0: 0}, args = (v, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
# CHECK-NEXT: x_modified: {{.*}} = k[0]
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = 2)
# CHECK-NEXT: neg: {{.*}} = x_modified_2.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        v: "f32[2][1]cpu" = x[slice(0, 2, None)]
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (v, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)
        neg: "f32[4][1]cpu" = x.neg()
        return (neg,)
