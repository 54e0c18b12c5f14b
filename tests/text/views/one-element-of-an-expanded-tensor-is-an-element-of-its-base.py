# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: "i64[1][1]cpu" = torch.select(unsqueeze, 0, 1)
# CHECK-NEXT: select_1: "i64[][]cpu" = torch.select(select, 0, 0)
# CHECK-NEXT: v_modified: "i64[][]cpu" = torch.full_like(select_1, -7)
# CHECK-NEXT: v_modified_2: "i64[1][1]cpu" = torch.select_scatter(select, v_modified, dim = 0, index = 0)
# CHECK-NEXT: v_modified_3: "i64[4, 1][1, 1]cpu" = torch.select_scatter(unsqueeze, v_modified_2, dim = 0, index = 1)
# CHECK-NEXT: expand: "i64[4, 3][1, 0]cpu" = v_modified_3.expand(-1, 3)
# CHECK-NEXT: sum_1: "i64[4][1]cpu" = expand.sum(1)

class GraphModule(torch.nn.Module):
    def forward(self, v: "i64[4][1]cpu"):
        unsqueeze: "i64[4, 1][1, 1]cpu" = v.unsqueeze(1);  v = None
        m: "i64[4, 3][1, 0]cpu" = unsqueeze.expand(-1, 3);  unsqueeze = None
        m[(1, 2)] = -7;  setitem = m;  setitem = None
        sum_1: "i64[4][1]cpu" = m.sum(1);  m = None
        return (sum_1,)
