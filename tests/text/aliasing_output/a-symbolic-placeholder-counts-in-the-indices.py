# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return (s0, x_modified)

# MAP:      "io_map": {
# MAP-NEXT: "1": 1
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0][1]cpu"):
        add_: "f32[s0][1]cpu" = x.add_(s0);  add_ = None
        return (s0,)
