"""A captured graph with symbolic sizes, described anew for the sizes of one call.

Some writes can be followed only where sizes are known, such as those to inputs that overlap in part. The backend then rewrites the graph for the sizes that it is called with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.fx

from outplace._copying import copy_graph_module

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node


class _Describing(torch.fx.Interpreter):
    """Runs a graph on fake tensors and keeps what every node gives as its example value."""

    def run_node(self, n: Node) -> Any:
        value = super().run_node(n)
        if n.op != "output":
            n.meta.pop("val", None)
            n.meta.pop("example_value", None)
            if value is not None and getattr(n.target, "__name__", "") != "setitem":
                n.meta["example_value"] = value
        return value


def with_fixed_sizes(graph_module: GraphModule, inputs: Sequence[Any], grad_enabled: bool) -> GraphModule:
    """A copy whose metadata has the sizes of these inputs. Raises what the propagation raises."""
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    copied = copy_graph_module(graph_module)
    mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
    fakes = [mode.from_tensor(value, static_shapes=True) if isinstance(value, torch.Tensor) else value for value in inputs]
    with torch.set_grad_enabled(grad_enabled), torch.random.fork_rng(devices=[]), mode:
        _Describing(copied).run(*fakes)
    return copied
