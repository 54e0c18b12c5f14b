# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      unsqueeze: "f32[1, 3, 4][12, 4, 1]cpu" = y.unsqueeze(0)
# CHECK-NEXT: y_modified: "f32[1, 3, 4][12, 4, 1]cpu" = unsqueeze.add(1)
# CHECK-NEXT: return (y_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        y: "f32[3, 4][4, 1]cpu" = x.clone();  x = None
        unsqueeze_: "f32[1, 3, 4][12, 4, 1]cpu" = y.unsqueeze_(0);  unsqueeze_ = None
        add_: "f32[1, 3, 4][12, 4, 1]cpu" = y.add_(1);  add_ = None
        return (y,)
