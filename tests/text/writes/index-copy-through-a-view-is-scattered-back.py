# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      kv_modified: {{.*}} = layer.index_copy(0, i, v)
# CHECK-NEXT: kv_modified_2: "f32[2, 6, 4][24, 4, 1]cpu" = torch.select_scatter(kv, kv_modified, dim = 0, index = 0)
# CHECK-NEXT: return (kv_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, kv: "f32[2, 6, 4][24, 4, 1]cpu", i: "i64[2][1]cpu", v: "f32[2, 4][4, 1]cpu"):
        layer: "f32[6, 4][4, 1]cpu" = kv[0]
        index_copy_: "f32[6, 4][4, 1]cpu" = layer.index_copy_(0, i, v);  layer = i = v = index_copy_ = None
        return (kv,)
