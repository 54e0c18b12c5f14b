# Where the shape of the target is not known it may have no dims, which slice_scatter does not take.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: d_modified = torch.ops.aten.copy.default(d, y)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[][]cpu"):
        d = torch.diff(x);  x = None
        copy_ = d.copy_(y);  y = copy_ = None
        return (d,)
