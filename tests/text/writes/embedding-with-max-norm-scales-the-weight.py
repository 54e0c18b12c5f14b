# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      w_modified: "f32[4, 3][3, 1]cpu" = torch.ops.aten.embedding_renorm(w, i, 1.0, 2.0)
# CHECK-NEXT: embedding: {{.*}} = torch.nn.functional.embedding(i, w_modified, None, None, 2.0, False, False)
# CHECK-NEXT: return (embedding, w_modified)

class GraphModule(torch.nn.Module):
    def forward(self, i: "i64[2][1]cpu", w: "f32[4, 3][3, 1]cpu"):
        embedding: "f32[2, 3][3, 1]cpu" = torch.nn.functional.embedding(i, w, None, 1.0, 2.0, False, False);  i = None
        return (embedding,)
