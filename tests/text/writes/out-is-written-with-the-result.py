# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      c_modified: {{.*}} = torch.add(a, b)
# CHECK-NEXT: return (c_modified,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 2
# MAP-NEXT: }

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4][1]cpu", b: "f32[4][1]cpu", c: "f32[4][1]cpu"):
        add: "f32[4][1]cpu" = torch.add(a, b, out = c);  a = b = add = None
        return (c,)
