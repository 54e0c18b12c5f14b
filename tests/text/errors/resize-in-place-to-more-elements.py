# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: {{.*}} the shape of this tensor is changed in place in a way that cannot be followed

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu"):
        y = x + 1
        resize_ = y.resize_([4, 2])
        add_ = y.add_(1)
        return (y,)
