# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}_fused_adam = torch.ops.aten._fused_adam([p], [g], [m], [v], [], [step], lr = 0.1, beta1 = 0.9, beta2 = 0.99, weight_decay = 0.0, eps = 1e-08, amsgrad = False, maximize = False)
# CHECK-NEXT: getitem = _fused_adam[0]
# CHECK-NEXT: p_modified: {{.*}} = getitem[0]
# CHECK-NEXT: getitem_1 = _fused_adam[1]
# CHECK-NEXT: g_modified: {{.*}} = getitem_1[0]
# CHECK-NEXT: getitem_2 = _fused_adam[2]
# CHECK-NEXT: m_modified: {{.*}} = getitem_2[0]
# CHECK-NEXT: getitem_3 = _fused_adam[3]
# CHECK-NEXT: v_modified: {{.*}} = getitem_3[0]
# CHECK-NEXT: return (p_modified, g_modified, m_modified, v_modified)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu", g: "f32[4][1]cpu", m: "f32[4][1]cpu", v: "f32[4][1]cpu", step: "f32[][]cpu"):
        fused = torch.ops.aten._fused_adam_.default([p], [g], [m], [v], [], [step], lr = 0.1, beta1 = 0.9, beta2 = 0.99, weight_decay = 0.0, eps = 1e-08, amsgrad = False, maximize = False)
        return ()
