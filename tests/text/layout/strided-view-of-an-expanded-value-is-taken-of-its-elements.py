# RUN: %outplace rewrite --layout ignore %s --verify | FileCheck-19 %s

# The flat form of an expanded value may still be one element seen four times.
# CHECK:      reshape: {{.*}} = {{.*}}.reshape(-1)
# CHECK-NEXT: clone: {{.*}} = reshape.clone(memory_format = torch.contiguous_format)
# CHECK:      as_strided: {{.*}} = torch.as_strided({{.*}}, (2, 1), (2, 1))

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 1][1, 1]cpu", row: "f32[1][1]cpu"):
        x[(slice(None, None, None), None, slice(None, None, None))] = row;  setitem = x
        part: "f32[2, 1][2, 1]cpu" = x.as_strided((2, 1), (2, 1), 1)
        return (x, part)
