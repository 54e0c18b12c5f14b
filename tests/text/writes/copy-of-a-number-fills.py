# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      dst_modified: {{.*}} = torch.full_like(dst, 2.5)
# CHECK-NEXT: return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f32[3][1]cpu"):
        copy_: "f32[3][1]cpu" = dst.copy_(2.5);  copy_ = None
        return (dst,)
