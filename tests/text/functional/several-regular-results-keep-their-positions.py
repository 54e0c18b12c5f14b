# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}two_sums = torch.ops.mylib.two_sums_functional(x, [y])
# CHECK-NEXT: x_modified: {{.*}} = two_sums[2]
# CHECK-NEXT: getitem = two_sums[3]
# CHECK-NEXT: y_modified: {{.*}} = getitem[0]
# CHECK-NEXT: first = two_sums[0]
# CHECK-NEXT: second = two_sums[1]
# CHECK-NEXT: return (first, second, x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        two_sums = torch.ops.mylib.two_sums(x, [y])
        first = two_sums[0]
        second = two_sums[1]
        return (first, second)
