# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return (x_modified,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 0
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1);  x = None
        return (add_,)
