# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      expand_as: {{.*}} = src.expand_as(dst)
# CHECK-NEXT: dst_modified: {{.*}} = torch.slice_scatter(dst, expand_as)
# CHECK-NEXT: return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f32[3, 4][4, 1]cpu", src: "f32[4][1]cpu"):
        copy_: "f32[3, 4][4, 1]cpu" = torch.ops.aten.copy_.default(dst, src);  src = copy_ = None
        return (dst,)
