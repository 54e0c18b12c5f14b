# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", i: "i64[2][1]cpu", v: "f64[2][1]cpu"):
        x[i] = v;  setitem = x;  i = v = setitem = None
        return (x,)
