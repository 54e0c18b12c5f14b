# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return (y, x_modified, z_modified)

# MAP:      "io_map": {
# MAP-NEXT: "0": 1,
# MAP-NEXT: "1": 0,
# MAP-NEXT: "2": 2
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu", z: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = z.add_(1);  add_ = None
        add__1: "f32[4][1]cpu" = x.add_(1);  add__1 = None
        return (y,)
