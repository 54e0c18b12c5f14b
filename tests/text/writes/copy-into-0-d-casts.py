# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      dst_modified: "f16[][]cpu" = src.to(torch.float16)
# CHECK-NEXT: return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f16[][]cpu", src: "f32[][]cpu"):
        copy_: "f16[][]cpu" = dst.copy_(src);  src = copy_ = None
        return (dst,)
