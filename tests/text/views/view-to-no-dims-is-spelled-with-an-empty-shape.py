# RUN: %outplace rewrite %s | FileCheck-19 %s

# view() without arguments is no call of PyTorch.
# CHECK:      view: "f32[][]cpu" = x.view(())
# CHECK-NEXT: x_modified: "f32[1][1]cpu" = x.add(1)
# CHECK-NEXT: view_1: "f32[][]cpu" = x_modified.view(())
# CHECK-NEXT: return (view_1, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[1][1]cpu"):
        view: "f32[][]cpu" = x.view(())
        add_: "f32[1][1]cpu" = x.add_(1);  add_ = None
        return (view, x)
