# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      buf_modified = torch.slice_scatter(buf, v, dim = 0, start = 2, end = 5)
# CHECK-NEXT: return (buf_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, buf, v):
        buf[slice(2, 5, None)] = v;  setitem = buf;  v = setitem = None
        return (buf,)
