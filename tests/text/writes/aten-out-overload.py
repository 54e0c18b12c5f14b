# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      c_modified: {{.*}} = torch.ops.aten.add{{.*}}(a, b)
# CHECK-NEXT: return (c_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4][1]cpu", b: "f32[4][1]cpu", c: "f32[4][1]cpu"):
        out: "f32[4][1]cpu" = torch.ops.aten.add.out(a, b, out = c);  a = b = out = None
        return (c,)
