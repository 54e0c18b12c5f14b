# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: {{return .*x_modified}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1);  add_ = None
        return {'a': (x, None), 'b': [x, 3]}
