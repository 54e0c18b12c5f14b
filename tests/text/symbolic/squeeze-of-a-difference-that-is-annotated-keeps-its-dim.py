# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = squeeze.add(1)
# CHECK-NEXT: x_modified_2{{.*}} = torch.slice_scatter(x, x_modified, dim = 0, start = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0, 3][3, 1]cpu"):
        getitem: "f32[s0 - 1, 3][3, 1]cpu" = x[slice(1, None, None)]
        squeeze: "f32[s0 - 1, 3][3, 1]cpu" = getitem.squeeze(0)
        add_: "f32[s0 - 1, 3][3, 1]cpu" = squeeze.add_(1)
        return (x,)
