class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        zeros: "f32[4][1]cpu" = torch.zeros(4, device = device(type='cpu'))
        add_: "f32[4][1]cpu" = x.add_(zeros);  x = zeros = None
        return (add_,)
