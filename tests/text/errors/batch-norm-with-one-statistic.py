# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", m: "f32[3][1]cpu"):
        native_batch_norm = torch.native_batch_norm(x, None, None, m, m, True, 0.1, 1e-05)
        getitem: "f32[4, 3][3, 1]cpu" = native_batch_norm[0];  native_batch_norm = None
        return (getitem,)
