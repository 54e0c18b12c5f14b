# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s
# CHECK: a = w[0]
# CHECK: s = a.add(1)
def forward(self, x):
    w = x.chunk(2)
    a = w[0]
    s = a.add(1)
    return (s, x)
