# RUN: %outplace rewrite %s | FileCheck-19 %s

# The negative twin: nothing is odd.
# CHECK:      v_modified: "f32[4, 4][4, 1]cpu" = torch.matmul(x, x)
# CHECK-NEXT: return (v_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", v: "f32[4, 4][4, 1]cpu"):
        matmul = torch.matmul(x, x, out = v);  matmul = None
        return ()
