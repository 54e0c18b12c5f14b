# RUN: %outplace rewrite %s | FileCheck-19 %s

# A tensor with a lazy bit makes no index tensor.
# CHECK:      conj: "c64[3][1]cpu" = x.conj()
# CHECK-NEXT: resolve_conj: "c64[3][1]cpu" = conj.resolve_conj()
# CHECK-NEXT: new_tensor: "i64[2][1]cpu" = resolve_conj.new_tensor([0, 2], dtype = torch.int64)
# CHECK-NEXT: new_full: "c64[][]cpu" = conj.new_full((), -1)
# CHECK-NEXT: x_modified: "c64[3][1]cpu" = conj.index_put((new_tensor,), new_full)
# CHECK-NEXT: x_modified_2: "c64[3][1]cpu" = torch.conj_physical(x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[3][1]cpu"):
        conj: "c64[3][1]cpu" = x.conj()
        conj[[0, 2]] = -1;  setitem = conj;  conj = setitem = None
        return (x,)
