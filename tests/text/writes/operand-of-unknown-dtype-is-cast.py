# The result of an operand whose type the text does not give is cast to the type of the tensor that is written.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK: add = x.add(v)
# CHECK: x_modified: "u8[3][1]cpu" = add.to(torch.uint8)

class GraphModule(torch.nn.Module):
    def forward(self, x: "u8[3][1]cpu", y: "i64[4][1]cpu"):
        v = torch.diff(y);  y = None
        add_ = x.add_(v);  v = add_ = None
        return (x,)
