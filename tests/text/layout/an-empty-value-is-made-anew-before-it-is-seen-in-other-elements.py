# abs() leaves a dim of size 1 with another stride than the input has; that of a part without elements is then not the 1 that a view of other
# elements asks for, whatever its annotation says.
# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      [[C:clone]]: "f64[0, 1][1, 1]cpu" = {{.*}}.clone(memory_format = torch.contiguous_format)
# CHECK-NEXT: view: "i32[0, 2][2, 1]cpu" = [[C]].view(torch.int32)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f64[1, 2][1, 1]cpu"):
        t_1: "f64[2, 1][1, 1]cpu" = x.t()
        abs__1: "f64[1, 2][1, 1]cpu" = x.abs_();  abs__1 = None
        foreach_mul_ = torch._foreach_mul_([t_1], 0.5);  foreach_mul_ = None
        part: "f64[0, 1][1, 1]cpu" = t_1[slice(0, 0, None)];  t_1 = None
        view_3: "i32[0, 2][2, 1]cpu" = part.view(torch.int32);  part = None
        neg: "i32[0, 2][2, 1]cpu" = view_3.neg();  view_3 = None
        return (neg,)
