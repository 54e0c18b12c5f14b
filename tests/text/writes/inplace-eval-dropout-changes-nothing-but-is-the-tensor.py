# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (x_modified{{[_0-9]*}},)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        dropout: "f32[4][1]cpu" = torch.nn.functional.dropout(x, 0.5, False, True)
        add_: "f32[4][1]cpu" = dropout.add_(1);  dropout = add_ = None
        return (x,)
