# RUN: %outplace rewrite %s --verify | FileCheck-19 %s

# CHECK: x_modified_3{{.*}} = torch.view_as_complex(x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[2, 2, 2, 2]"):
        view_as_real = torch.view_as_real(x)
        mT = view_as_real.mT
        hardtanh = torch.nn.functional.hardtanh(mT, inplace = True)
        return ()
