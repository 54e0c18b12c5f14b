# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      w_modified: {{.*}} = w.add(x)
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: return (None, x_modified, w_modified)

# MAP:      "io_map": {
# MAP-NEXT: "1": 0
# MAP-NEXT: }
# MAP-NEXT: "state_map": {
# MAP-NEXT: "2": "w"
# MAP-NEXT: }
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        w: "f32[4][1]cpu" = self.w
        add_: "f32[4][1]cpu" = w.add_(x);  w = add_ = None
        add__1: "f32[4][1]cpu" = x.add_(1);  x = add__1 = None
        return (None,)
