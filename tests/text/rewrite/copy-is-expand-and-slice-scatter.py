# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      [[E:expand_as[a-z_0-9]*]]{{.*}} = {{.*}}expand_as({{.*}}dst)
# CHECK-NEXT: dst_modified{{.*}} = torch.slice_scatter(dst, [[E]])
# CHECK:      return (dst_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, dst: "f32[4, 8][8, 1]cpu", src: "f32[8][1]cpu"):
        copy_: "f32[4, 8][8, 1]cpu" = dst.copy_(src);  src = copy_ = None
        return (dst,)
