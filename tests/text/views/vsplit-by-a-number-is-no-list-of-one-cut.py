# RUN: %outplace rewrite %s | FileCheck-19 %s

# x.vsplit(1) gives one part; x.vsplit([1]) would give two.
# CHECK:      x_modified: "f32[3, 4][4, 1]cpu" = x.add(1)
# CHECK-NEXT: return ((x_modified,), x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        add_: "f32[3, 4][4, 1]cpu" = x.add_(1);  add_ = None
        vsplit = x.vsplit(1)
        return (vsplit, x)
