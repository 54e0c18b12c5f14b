# RUN: %outplace rewrite %s --kernels %inputs/kernels.json | FileCheck-19 %s

# CHECK:      {{^        }}k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '{"kernel": "norm", "source_hash": "", "grid": "(1,)", "arguments": [{"name": "x", "dtype": "float32", "shape": [4]}, {"name": "i", "constant": 2}, {"name": "f", "constant": "2.5"}, {"name": "b", "constant": true}, {"name": "none", "constant": null}, {"name": "s", "constant": "\'a\'"}, {"name": "dtype", "constant": "torch.float32"}, {"name": "tuple", "constant": "(1, 2)"}, {"name": "sym", "constant": "Sym(s0)"}], "operand_output_aliases": {}, "content_hash": "58429212ac8c56fe6807eb81286ceaff1ff5db77d4f3dfdaab76814f49b62f99"}', operand_output_aliases = {}, args = (x, 2, 2.5, True, None, 'a', torch.float32, (1, 2), s0), arg_names = ('x', 'i', 'f', 'b', 'none', 's', 'dtype', 'tuple', 'sym'), constant_args_key = 0)
# CHECK-NEXT: return (k,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", s0: "Sym(s0)"):
        k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 1, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, 2, 2.5, True, None, 'a', torch.float32, (1, 2), s0), arg_names = ('x', 'i', 'f', 'b', 'none', 's', 'dtype', 'tuple', 'sym'), constant_args_key = 0)
        return (k,)
