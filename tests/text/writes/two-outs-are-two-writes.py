# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      = torch.sort(a)
# CHECK-NEXT: v_modified: {{.*}} = sort_1[0]
# CHECK-NEXT: i_modified: {{.*}} = sort_1[1]
# CHECK-NEXT: return (v_modified, i_modified)

# MAP:      "io_map": {
# MAP-NEXT: "0": 1,
# MAP-NEXT: "1": 2
# MAP-NEXT: }

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4][1]cpu", v: "f32[4][1]cpu", i: "i64[4][1]cpu"):
        sort = torch.sort(a, out = (v, i));  a = sort = None
        return (v, i)
