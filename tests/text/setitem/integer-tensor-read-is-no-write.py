# RUN: %outplace rewrite %s | FileCheck-19 %s

# Indexing by a tensor copies: a write to the copy is no write to buf.
# CHECK:      rows: {{.*}} = buf[idx]
# CHECK-NEXT: rows_modified: {{.*}} = rows.add(1)
# CHECK-NEXT: return (rows_modified, buf)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][4, 1]cpu", idx: "i64[2][1]cpu"):
        rows: "f32[2, 4][4, 1]cpu" = buf[idx];  idx = None
        add_: "f32[2, 4][4, 1]cpu" = rows.add_(1);  add_ = None
        return (rows, buf)
