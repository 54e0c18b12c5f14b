# RUN: %outplace rewrite %s --ops %inputs/stir.ops --io-map %t.json -o %t.py
# RUN: %outplace verify %s %t.py --ops %inputs/stir.ops --io-map %t.json | FileCheck-19 %s --check-prefix=EQUAL
# RUN: sed 's/3.0/4.0/' %t.py > %t.wrong.py
# RUN: %exits 3 %outplace verify %s %t.wrong.py --ops %inputs/stir.ops --io-map %t.json | FileCheck-19 %s --check-prefix=WRONG

# A form of another name, one that returns its result alone, and one with a result beside what is written.
# EQUAL: equal:
# WRONG: different:

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        named = torch.ops.mylib.named(x, 2.0)
        scale = torch.ops.mylib.scale(y, 3.0)
        stir = torch.ops.mylib.stir(x, y)
        sum_scaled = torch.ops.mylib.sum_scaled(x, 2.0)
        add: "f32[4, 4][4, 1]cpu" = x.add(y)
        return (add, sum_scaled, stir)
