# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      x_modified: {{.*}} = x & y
# CHECK-NEXT: return (x_modified,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 0
# MAP-NEXT: }

class GraphModule(torch.nn.Module):
    def forward(self, x: "b8[4][1]cpu", y: "b8[4][1]cpu"):
        x &= y;  r: "b8[4][1]cpu" = x;  x = y = None
        return (r,)
