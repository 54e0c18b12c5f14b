# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      {{^        }}norm = torch.ops.aten._native_batch_norm_legit_functional(x, None, None, mean, var, True, 0.1, 1e-05)
# CHECK-NEXT: mean_modified: {{.*}} = norm[3]
# CHECK-NEXT: var_modified: {{.*}} = norm[4]
# CHECK-NEXT: out = norm[0]
# CHECK-NEXT: return (out, mean_modified, var_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", mean: "f32[4][1]cpu", var: "f32[4][1]cpu"):
        norm = torch.ops.aten._native_batch_norm_legit.default(x, None, None, mean, var, True, 0.1, 1e-05)
        out = norm[0]
        return (out,)
