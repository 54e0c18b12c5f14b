# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      row: {{.*}} = buf[3]
# CHECK-NEXT: add: {{.*}} = row.add(1)
# CHECK-NEXT: return (add, buf)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu"):
        row: "f32[4][1]cpu" = buf[3]
        add: "f32[4][1]cpu" = row.add(1);  row = None
        return (add, buf)
