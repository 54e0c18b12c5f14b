# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      conj: "c64[4][1]cpu" = torch.conj(x_modified)
# CHECK-NEXT: neg: {{.*}} = conj.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "c64[4][1]cpu" = torch.conj(x)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "c64[4][1]cpu" = v.neg();  v = None
        return (neg,)
