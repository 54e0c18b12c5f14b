# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      dst_modified: "f32[3, 4][1, 3]cpu" = torch.slice_scatter(dst, expand_as)
# CHECK-NEXT: return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f32[3, 4][1, 3]cpu", src: "f32[3, 4][4, 1]cpu"):
        copy_: "f32[3, 4][1, 3]cpu" = dst.copy_(src);  src = copy_ = None
        return (dst,)
