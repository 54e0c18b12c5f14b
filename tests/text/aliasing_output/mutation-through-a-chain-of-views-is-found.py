# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      return (None, x_modified{{[_0-9]*}})

# MAP:      "io_map": {
# MAP-NEXT: "1": 0
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 12][12, 1]cpu"):
        view: "f32[2, 3, 4][12, 4, 1]cpu" = x.view(2, 3, 4);  x = None
        unbind = view.unbind(1);  view = None
        part: "f32[2, 4][12, 1]cpu" = unbind[1];  unbind = None
        row: "f32[4][1]cpu" = part[0];  part = None
        fill_: "f32[4][1]cpu" = row.fill_(7);  row = fill_ = None
        return (None,)
