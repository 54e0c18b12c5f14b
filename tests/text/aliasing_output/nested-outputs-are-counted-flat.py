# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return ((neg, (y, 3)), None, x_modified)

# MAP:      "io_map": {
# MAP-NEXT: "1": 1,
# MAP-NEXT: "4": 0
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 4

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(1);  add_ = None
        neg: "f32[4][1]cpu" = y.neg()
        return ((neg, (y, 3)), None)
