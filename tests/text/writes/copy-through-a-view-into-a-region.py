# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = new.expand_as(region)
# CHECK-NEXT: kv_modified: {{.*}} = torch.slice_scatter(region, expand_as)
# CHECK-NEXT: kv_modified_2: "f32[8, 4][4, 1]cpu" = torch.slice_scatter(kv, kv_modified, dim = 0, start = 2, end = 4)
# CHECK-NEXT: return (kv_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, kv: "f32[8, 4][4, 1]cpu", new: "f32[2, 4][4, 1]cpu"):
        region: "f32[2, 4][4, 1]cpu" = kv[slice(2, 4, None)]
        copy_: "f32[2, 4][4, 1]cpu" = region.copy_(new);  region = new = copy_ = None
        return (kv,)
