# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      diagonal: "f32[4][5]cpu" = torch.diagonal(x_modified, offset = 0, dim1 = 0, dim2 = 1)
# CHECK-NEXT: neg: {{.*}} = diagonal.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu"):
        v: "f32[4][5]cpu" = torch.diagonal(x)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4][5]cpu" = v.neg();  v = None
        return (neg,)
