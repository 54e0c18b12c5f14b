# RUN: %outplace rewrite %s --groups %inputs/many_groups.json | FileCheck-19 %s

# CHECK:      {{^        }}v: {{.*}} = y[slice(0, 4, None)]
# CHECK-NEXT: all_reduce: {{.*}} = torch.ops._c10d_functional.all_reduce(v, 'sum', 'tp')
# CHECK-NEXT: y_modified: {{.*}} = torch.ops._c10d_functional.wait_tensor(all_reduce)
# CHECK-NEXT: y_modified_2: {{.*}} = torch.slice_scatter(y, y_modified, dim = 0, end = 4)
# CHECK-NEXT: neg: {{.*}} = y_modified_2.neg()
# CHECK-NEXT: return (neg, y_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        v: "f32[4][1]cpu" = y[slice(0, 4, None)]
        all_reduce_: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce_(v, 'sum', 'tp')
        neg: "f32[8][1]cpu" = y.neg()
        return (neg,)
