# RUN: %exits 1 %outplace rewrite %s 2>&1 | FileCheck-19 %s

# CHECK: error: {{.*}}it is not known which of the tensors of out= this call returns
# CHECK: help:  call it without out=, and copy_ its results

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[5, 5][5, 1]cpu", x: "f32[5, 5][5, 1]cpu", y: "i32[5][1]cpu"):
        lu = torch.functional.lu(a, out = (x, y))
        return (lu,)
