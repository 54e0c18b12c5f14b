# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK: return (sum_1, {{.*}}x_modified)

# MAP:      "io_map": {
# MAP-NEXT:   "1": 0
# MAP-NEXT: },
# MAP:      "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(y);  y = add_ = None
        sum_1: "f32[][]cpu" = x.sum();  x = None
        return (sum_1,)
