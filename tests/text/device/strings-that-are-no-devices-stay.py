# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      einsum: {{.*}} = torch.einsum('ab,bc', x, y)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", y: "f32[3, 2][2, 1]cpu"):
        einsum: "f32[4, 2][2, 1]cpu" = torch.einsum('ab,bc', x, y);  x = y = None
        return (einsum,)
