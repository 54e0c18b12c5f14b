# RUN: %outplace rewrite %s --verify -o %t.py 2>&1 | FileCheck-19 %s

# CHECK: verified: equal

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", mean: "f32[4][1]cpu", var: "f32[4][1]cpu"):
        norm = torch.ops.aten._native_batch_norm_legit.default(x, None, None, mean, var, False, 0.1, 1e-05)
        out = norm[0]
        return (out,)
