# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}dtype

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", m: "b8[4][1]cpu", v: "f64[2][1]cpu"):
        x[m] = v;  setitem = x;  m = v = setitem = None
        return (x,)
