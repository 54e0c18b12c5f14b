# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      = torch.ops.aten._native_batch_norm_legit_functional.default(x, w, b, m, v, True, 0.1, 1e-05)
# CHECK-NEXT: m_modified: {{.*}} = {{.*}}[3]
# CHECK-NEXT: v_modified: {{.*}} = {{.*}}[4]
# CHECK-NEXT: batch_norm: {{.*}} = {{.*}}[0]
# CHECK-NEXT: return (batch_norm, m_modified, v_modified)

# MAP:      "io_map": {
# MAP-NEXT: "1": 1,
# MAP-NEXT: "2": 2
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "f32[3][1]cpu", v: "f32[3][1]cpu", w: "f32[3][1]cpu", b: "f32[3][1]cpu"):
        batch_norm: "f32[4, 3][3, 1]cpu" = torch.nn.functional.batch_norm(x, m, v, w, b, True, 0.1, 1e-05);  x = w = b = None
        return (batch_norm,)
