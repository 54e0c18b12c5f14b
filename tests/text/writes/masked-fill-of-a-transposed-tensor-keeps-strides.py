# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4, 3][3, 1]cpu" = x.masked_fill(m, 0.0)
# CHECK:      x_modified_2: "f32[4, 3][1, 4]cpu" = torch.slice_scatter(x, x_modified, 0)
# CHECK:      return (view{{.*}}, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][1, 4]cpu", m: "b8[4, 3][3, 1]cpu"):
        masked_fill_: "f32[4, 3][1, 4]cpu" = x.masked_fill_(m, 0.0);  m = masked_fill_ = None
        t: "f32[3, 4][4, 1]cpu" = x.t()
        view: "f32[12][1]cpu" = t.view(12);  t = None
        return (view,)
