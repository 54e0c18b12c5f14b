# Without the device x.cpu() may be x itself: what is transposed in place then changes both names.
# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: error: {{.*}}this changes a tensor in place that may be another one: it cannot be told whether 'same: {{.*}}' gives the same tensor or a copy
# CHECK: help: print the graph with strides

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        same: "f32[2, 3]" = x.cpu()
        transpose_: "f32[3, 2]" = x.transpose_(0, 1);  x = transpose_ = None
        return (same,)
