# RUN: %outplace rewrite %s --verify -o %t.py 2>&1 | FileCheck-19 %s

# CHECK: verified: equal

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 4][12, 4, 1]cpu", mean: "f32[3][1]cpu", var: "f32[3][1]cpu", w: "f32[3][1]cpu"):
        norm: "f32[2, 3, 4][12, 4, 1]cpu" = torch.nn.functional.instance_norm(x, mean, var, w, None, True, 0.1, 1e-05)
        return (norm,)
