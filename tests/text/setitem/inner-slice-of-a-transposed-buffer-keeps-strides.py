# RUN: %outplace rewrite %s | FileCheck-19 %s

# where would give the strides of the mask; under --layout exact the buffer keeps its own.
# CHECK:      buf_modified: "f32[8, 4][1, 8]cpu" = torch.slice_scatter(buf, v, dim = 0, start = 2, end = 5)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf: "f32[8, 4][1, 8]cpu", v: "f32[3, 4][4, 1]cpu"):
        buf[slice(2, 5, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
