# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "i64[8, 4][4, 1]cpu", i: "i64[][]cpu"):
        buf[(slice(None, None, None), i)] = 3;  setitem = buf;  i = setitem = None
        return (buf,)
