# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      permute: {{.*}} = x.permute(1, 0)
# CHECK-NEXT: add: {{.*}} = y.add(permute)
# CHECK-NEXT: return (add,)

# MAP:      "io_map": {}
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", y: "f32[3, 4][4, 1]cpu"):
        t_: "f32[3, 4][1, 3]cpu" = x.t_();  t_ = None
        add: "f32[3, 4][4, 1]cpu" = y.add(x);  y = x = None
        return (add,)
