# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return (neg, y)

# MAP:      "io_map": {
# MAP-NEXT: "1": 1
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 2

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        neg: "f32[4][1]cpu" = x.neg();  x = None
        return (neg, y)
