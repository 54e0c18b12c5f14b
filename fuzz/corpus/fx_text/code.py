import torch
from torch import device

def forward(self, x, y : torch.Tensor):
    buffer = self.state.buffer
    to = x.to(device(type = 'cuda', index = 0), dtype = torch.float16);  x = None
    buffer[(slice(None, 2, None), -1)] = 1e-05;  setitem = buffer;  setitem = None
    to += y;  iadd = to;  to = None
    add = torch.add(iadd, 1.5, out = buffer);  add = None
    return {'a': iadd, 'b': (buffer, [y, None, 3, True, inf, 2j])}
