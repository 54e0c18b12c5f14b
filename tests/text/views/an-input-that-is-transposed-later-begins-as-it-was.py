# RUN: %outplace rewrite %s | FileCheck-19 %s

# The annotation of x is that of the end: row 2 is there before t_, and a row of the input.
# CHECK:      def forward(self, x: "f32[3, 2][2, 1]cpu")
# CHECK-NEXT: row: "f32[2][1]cpu" = torch.select(x, 0, 2)
# CHECK-NEXT: x_modified: {{.*}} = row.add(1)
# CHECK-NEXT: x_modified_2: "f32[3, 2][2, 1]cpu" = torch.select_scatter(x, x_modified, dim = 0, index = 2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][1, 2]cpu"):
        row: "f32[2][1]cpu" = torch.select(x, 0, 2)
        t_: "f32[2, 3][1, 2]cpu" = x.t_()
        add_: "f32[2][1]cpu" = row.add_(1)
        return ()
