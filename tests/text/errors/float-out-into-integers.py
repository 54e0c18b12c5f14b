# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[3][1]cpu", c: "i64[3][1]cpu"):
        neg: "i64[3][1]cpu" = torch.neg(a, out = c);  neg = None
        return (c,)
