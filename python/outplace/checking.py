"""`verify`: does a rewritten graph compute what the original did? `explain`: who shares and writes a graph's memory, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from outplace import _core
from outplace._options import make_options

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node

    from outplace.functionalize import Result


@dataclass(frozen=True)
class Verdict:
    """`equal`, `different`, `original_fails` (eager would refuse the original) or `cannot_be_checked`; why, and where."""

    outcome: Literal["equal", "different", "original_fails", "cannot_be_checked"]
    reason: str
    node: str
    source_line: str
    text: str
    elements: int

    def __bool__(self) -> bool:
        return self.outcome == "equal"

    def __str__(self) -> str:
        return self.text


def verify(
    graph_module: GraphModule, result: Result, example_inputs: Sequence[Any] | None = None, *, fillings: int = 3, seed: int = 1
) -> Verdict:
    """Runs the graph that `functionalize` was given and the one that `graph_module` is now on tensors whose elements are unknowns, and compares outputs and final inputs.

    No tensor is computed with. Differences that later passes brought in are found, too; if there were none, `graph_module` is `result.graph_module`.
    """
    import torch

    grad_enabled = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
    now = _core.Rewriting(graph_module, example_inputs, grad_enabled)
    verdict = result.rewriting.verify(now, result.options, fillings, seed)
    return Verdict(verdict.outcome.name, verdict.reason, verdict.node, verdict.model_line, str(verdict).rstrip(), verdict.elements)  # type: ignore[arg-type]


def explain(
    graph_module: GraphModule, node: Node | str | None = None, example_inputs: Sequence[Any] | None = None, *, ops: str | None = None
) -> str:
    """What a graph does to memory, in words: which tensors share it, which nodes write it on which line of the model, what each write costs.

    With a node (or its name), what that node names and writes. The graph is not changed. ValueError if there is no such node.
    """
    import torch

    grad_enabled = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
    rewriting = _core.Rewriting(graph_module, example_inputs, grad_enabled)
    name = "" if node is None else str(node)
    return rewriting.explain(make_options(graph_module, passes=["none"], ops=ops), name)
