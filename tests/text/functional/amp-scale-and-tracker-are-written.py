# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      {{^        }}_amp_update_scale = torch.ops.aten._amp_update_scale(s, growth, found, 2.0, 0.5, 3)
# CHECK-NEXT: s_modified: {{.*}} = _amp_update_scale[0]
# CHECK-NEXT: growth_modified: {{.*}} = _amp_update_scale[1]
# CHECK-NEXT: return (s_modified, growth_modified)

class GraphModule(torch.nn.Module):
    def forward(self, s: "f32[1][1]cpu", growth: "i32[1][1]cpu", found: "f32[1][1]cpu"):
        scale = torch.ops.aten._amp_update_scale_(s, growth, found, 2.0, 0.5, 3)
        return (scale,)
