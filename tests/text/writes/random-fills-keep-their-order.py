# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.uniform(x)
# CHECK-NEXT: y_modified: {{.*}} = torch.ops.aten.normal_functional(y)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.ops.aten.uniform({{x|x_modified}})
# CHECK-NEXT: return (x_modified_2, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        uniform_: "f32[4][1]cpu" = x.uniform_();  uniform_ = None
        normal_: "f32[4][1]cpu" = y.normal_();  normal_ = None
        uniform__1: "f32[4][1]cpu" = x.uniform_();  uniform__1 = None
        return (x, y)
