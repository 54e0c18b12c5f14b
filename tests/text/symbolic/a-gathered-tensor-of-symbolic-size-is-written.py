# RUN: %outplace rewrite %s | FileCheck-19 %s

# What an operator makes holds each element once, also where its strides are not shown.
# CHECK: getitem: {{.*}} = x[idx]
# CHECK: getitem_modified: {{.*}} = getitem.mul(2)
# CHECK-NEXT: return (getitem_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, s79: "Sym(s79)", s74: "Sym(s74)", x: "f32[s79, s74, s74]", idx: "i64[s74]"):
        getitem: "f32[s74, s74, s74]" = x[idx];  x = idx = None
        mul_: "f32[s74, s74, s74]" = getitem.mul_(2);  mul_ = None
        return (getitem,)
