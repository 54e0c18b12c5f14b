# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      m_modified: "f32[3][1]cpu" = {{.*}}.mean(0)
# CHECK:      v_modified: "f32[3][1]cpu" = {{.*}}.mean(0)
# CHECK:      return (instance_norm, m_modified, v_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 5][15, 5, 1]cpu", m: "f32[3][1]cpu", v: "f32[3][1]cpu"):
        instance_norm: "f32[2, 3, 5][15, 5, 1]cpu" = torch.nn.functional.instance_norm(x, m, v, None, None, True, 0.1, 1e-05);  x = None
        return (instance_norm,)
