# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return neg

# MAP:      "io_map": {}
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        neg: "f32[4][1]cpu" = x.neg()
        return neg
