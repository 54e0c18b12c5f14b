# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      embedding: {{.*}} = torch.nn.functional.embedding(i, w)
# CHECK-NEXT: return (embedding, w)

class GraphModule(torch.nn.Module):
    def forward(self, i: "i64[2][1]cpu", w: "f32[4, 3][3, 1]cpu"):
        embedding: "f32[2, 3][3, 1]cpu" = torch.nn.functional.embedding(i, w);  i = None
        return (embedding, w)
