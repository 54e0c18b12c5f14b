# RUN: %exits 1 %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: {{.*}}memory that 'w = x.chunk(2)' may share, but the shape of 'x' is not known

def forward(self, x):
    w = x.chunk(2)
    a = w[0]
    s = a.add_(1)
    return (s, x)
