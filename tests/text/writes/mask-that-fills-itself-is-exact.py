# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      m_modified: {{.*}} = m.masked_fill(m, False)
# CHECK-NEXT: return (m_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, m: "b8[4][1]cpu"):
        masked_fill_: "b8[4][1]cpu" = m.masked_fill_(m, False);  masked_fill_ = None
        return (m,)
