# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.nn.functional.dropout(x, 0.5, True, False)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[40][1]cpu"):
        dropout: "f32[40][1]cpu" = torch.nn.functional.dropout(x, 0.5, True, True);  dropout = None
        return (x,)
