# RUN: %outplace rewrite --layout ignore %s | FileCheck-19 %s

# An input lies as it came also under --layout ignore.
# CHECK:      x_modified: "f32[2, 2]" = x.cumsum(0)
# CHECK-NEXT: view: "u8[2, 8]" = y.view(torch.uint8)
# CHECK-NEXT: return (view, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 2]", y: "f32[2, 2]"):
        cumsum_: "f32[2, 2]" = x.cumsum_(0);  x = cumsum_ = None
        view: "u8[2, 8]" = y.view(torch.uint8);  y = None
        return (view,)
