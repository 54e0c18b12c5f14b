# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '{"kernel": "scale", "source_hash": "5ca1e", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "y", "dtype": "bfloat16", "shape": ["s0", "2*s0"]}], "operand_output_aliases": {"0": 0}, "content_hash": "cf590603c1d27173c75a59fcba9ee0afe516c18ad2b637a5eee26e230aee33a8"}', operand_output_aliases = {0: 0}, args = (x, y), arg_names = ('x', 'y'), constant_args_key = 0)
# CHECK-NEXT: x_modified: {{.*}} = k[0]
# CHECK-NEXT: getitem: {{.*}} = k[0]
# CHECK-NEXT: return (getitem,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "bf16[s0, 2*s0][2*s0, 1]cpu", s0: "Sym(s0)"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y), arg_names = ('x', 'y'), constant_args_key = 0)
        getitem: "f32[4][1]cpu" = k[0]
        return (getitem,)
