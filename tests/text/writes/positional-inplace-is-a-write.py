# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      x_modified: {{.*}} = torch.nn.functional.silu(x, False)
# CHECK-NEXT: return (x_modified,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 0
# MAP-NEXT: }

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        silu: "f32[4][1]cpu" = torch.nn.functional.silu(x, True)
        return (silu,)
