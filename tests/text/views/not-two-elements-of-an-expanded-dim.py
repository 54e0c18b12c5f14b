# RUN: %exits 1 %outplace rewrite %s 2>&1 | FileCheck-19 %s

# CHECK: error: {{.*}}several elements are one place of memory

class GraphModule(torch.nn.Module):
    def forward(self, v: "i64[4][1]cpu", w: "i64[3][1]cpu"):
        unsqueeze: "i64[4, 1][1, 1]cpu" = v.unsqueeze(1);  v = None
        m: "i64[4, 3][1, 0]cpu" = unsqueeze.expand(-1, 3);  unsqueeze = None
        m[1] = w;  setitem = m;  w = setitem = None
        sum_1: "i64[4][1]cpu" = m.sum(1);  m = None
        return (sum_1,)
