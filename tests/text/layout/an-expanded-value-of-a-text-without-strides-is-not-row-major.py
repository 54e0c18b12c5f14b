# The sum has no strides to tell; expanded it has a stride of 0, which bytes cannot be seen in.
# RUN: %outplace rewrite %s | FileCheck-19 %s
# RUN: %outplace rewrite %s | %outplace rewrite - | FileCheck-19 %s

# CHECK:      [[E:expand[a-z_]*]]: "i64[3]" = sum_1.expand(3)
# CHECK-NEXT: [[U:[a-z_0-9]+]]: "i64[1, 3]" = [[E]].unsqueeze(0)
# CHECK-NEXT: [[S:[a-z_0-9]+]]: "i64[1, 3]" = torch.slice_scatter({{.*}}, [[U]], 0)
# CHECK-NEXT: view: "u8[1, 24]" = [[S]].view(torch.uint8)

class GraphModule(torch.nn.Module):
    def forward(self, l_x0_: "i64[1, 3]"):
        t_1: "i64[3, 1]" = l_x0_.t()
        view_1: "u8[1, 24]" = l_x0_.view(torch.uint8);  l_x0_ = None
        t_2: "i64[1, 3]" = t_1.t();  t_1 = None
        squeeze_1: "i64[3]" = t_2.squeeze(0)
        sum_1: "i64[]" = squeeze_1.sum(0);  squeeze_1 = None
        add__1: "u8[1, 24]" = view_1.add_(1);  view_1 = None
        t_2[(0,)] = sum_1;  setitem_1 = t_2;  t_2 = sum_1 = setitem_1 = None
        add__2: "u8[1, 24]" = add__1.add_(1);  add__1 = add__2 = None
        return ()
