# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      dst_modified: {{.*}} = src.clone()
# CHECK-NEXT: dst_modified_2: {{.*}} = dst_modified.add(1)
# CHECK-NEXT: return (dst_modified_2, src)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f32[][]cpu", src: "f32[][]cpu"):
        copy_: "f32[][]cpu" = dst.copy_(src);  copy_ = None
        add_: "f32[][]cpu" = dst.add_(1);  add_ = None
        return (dst, src)
