# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      y_modified: {{.*}} = y.add(1)
# CHECK-NEXT: return (x, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0][1]cpu"):
        y: "f32[1][1]cpu" = x.sum_to_size(1)
        add_: "f32[1][1]cpu" = y.add_(1)
        return (x, y)
