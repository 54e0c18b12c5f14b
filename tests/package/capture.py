"""Graphs as Dynamo hands them to a backend, and what must hold of a graph that was not changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.fx import GraphModule


def capture(function: Callable[..., Any], *inputs: Any, dynamic: bool = False) -> tuple[GraphModule, list[Any]]:
    """The one graph of a call, and what it was called with, in placeholder order."""
    found: list[tuple[GraphModule, list[Any]]] = []

    def backend(graph_module: GraphModule, example_inputs: list[Any]) -> Callable[..., Any]:
        def run(*inputs: Any) -> Any:
            found.append((graph_module, [value.detach().clone() if isinstance(value, torch.Tensor) else value for value in inputs]))
            return graph_module.forward(*inputs)

        return run

    torch._dynamo.reset()
    torch.compile(function, backend=backend, fullgraph=True, dynamic=dynamic)(*inputs)
    assert len(found) == 1
    return found[0]


def state(graph_module: GraphModule) -> list[tuple[Any, ...]]:
    """All that a rewrite could change; the objects themselves, so that an equal copy is noticed."""
    rows = [(graph_module.graph, tuple(graph_module.meta.items()), graph_module.code)]
    for node in graph_module.graph.nodes:
        rows.append((node, node.name, node.op, node.target, node.args, node.kwargs, node.type, tuple(node.users), tuple(sorted(node.meta)), *node.meta.values()))
    for child in graph_module.children():
        if isinstance(child, GraphModule):
            rows += state(child)
    return rows


def same_state(before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]) -> bool:
    def same(a: Any, b: Any) -> bool:
        if a is b:
            return True
        if isinstance(a, (list, tuple)) and type(a) is type(b):
            return len(a) == len(b) and all(map(same, a, b))
        if isinstance(a, dict) and type(a) is type(b):
            return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
        return isinstance(a, (str, int, float, slice)) and a == b

    return same(before, after)


def run_and_write_back(result: Any, inputs: list[Any]) -> list[Any]:
    """What the mutating graph would return; its inputs are left as it would leave them. The rewritten graph itself must leave them alone."""
    before = [value.clone() if isinstance(value, torch.Tensor) else value for value in inputs]
    outputs = list(torch.utils._pytree.tree_leaves(result.graph_module(*inputs)))
    for was, now in zip(before, inputs, strict=True):
        assert not isinstance(now, torch.Tensor) or torch.equal(was, now), "the rewritten graph writes to an input"
    with torch.no_grad():
        values = {position: outputs[output].clone() for output, position in result.io_map.items()}
        for position, value in values.items():
            inputs[position].copy_(value)
    return outputs[: result.original_output_count]
