"""Copies of graph modules that share parameters and buffers with the original, but no graph."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from torch.fx import GraphModule


def copy_graph_module(graph_module: GraphModule) -> GraphModule:
    import torch.fx

    copied = torch.fx.GraphModule(graph_module, copy.deepcopy(graph_module.graph), graph_module.__class__.__name__)
    copied.meta = dict(graph_module.meta)
    for node in copied.graph.nodes:
        if node.op != "get_attr":
            continue
        *owner_path, name = node.target.split(".")
        owner = copied.get_submodule(".".join(owner_path))
        child = getattr(owner, name, None)
        original = getattr(graph_module.get_submodule(".".join(owner_path)), name, None)
        if isinstance(child, torch.fx.GraphModule) and child is original:
            setattr(owner, name, copy_graph_module(cast("GraphModule", child)))
    return copied
