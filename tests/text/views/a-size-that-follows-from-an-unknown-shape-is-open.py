# RUN: %outplace rewrite %s --passes aliasing_output_rewrite,inplace_to_outofplace | FileCheck-19 %s

# CHECK:      sum_1_modified = sum_1.add(1)
# CHECK-NEXT: return (sum_1_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[1, 4, 4]"):
        stack_1 = torch.stack([x, x], dim = 0)
        view_2 = stack_1.view([4, 1, 4, -1]);  stack_1 = None
        sum_1 = view_2.sum(2);  view_2 = None
        add_ = sum_1.add_(1);  sum_1 = None
        return (add_,)
