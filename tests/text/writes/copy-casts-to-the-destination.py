# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      dst_modified: "i64[3][1]cpu" = torch.slice_scatter(dst, expand_as)
# CHECK-NEXT: return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "i64[3][1]cpu", src: "f32[3][1]cpu"):
        copy_: "i64[3][1]cpu" = dst.copy_(src);  src = copy_ = None
        return (dst,)
