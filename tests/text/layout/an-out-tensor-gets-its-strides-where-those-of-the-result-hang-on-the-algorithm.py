# LAPACK gives column-major factors, whatever the operands are.
# RUN: %outplace rewrite %s --passes inplace_to_outofplace | FileCheck-19 %s
# RUN: %outplace rewrite %s --passes inplace_to_outofplace --layout ignore | FileCheck-19 %s --check-prefix=IGNORE

# CHECK:      linalg_cholesky_1 = torch._C._linalg.linalg_cholesky(a)
# CHECK:      out_modified: {{.*}} = torch.slice_scatter(out, {{.*}})
# CHECK:      exp: {{.*}} = torch.exp(a)
# CHECK-NOT:  slice_scatter

# IGNORE-NOT: slice_scatter

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[5, 5][5, 1]cpu", out: "f32[5, 5][5, 1]cpu", plain: "f32[5, 5][5, 1]cpu"):
        linalg_cholesky: "f32[5, 5][5, 1]cpu" = torch._C._linalg.linalg_cholesky(a, out = out)
        exp: "f32[5, 5][5, 1]cpu" = torch.exp(a, out = plain)
        return (linalg_cholesky, exp)
