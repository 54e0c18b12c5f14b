"""Choices of the user, as the core takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from outplace import _core
from outplace._operators import known_operators

if TYPE_CHECKING:
    from torch.fx import GraphModule

Forms = Literal["seed", "minimal"]
LayoutPolicy = Literal["exact", "ignore"]


def make_options(
    graph_module: GraphModule,
    *,
    forms: Forms = "seed",
    layout: LayoutPolicy = "exact",
    passes: Sequence[str],
    target_device: str | None = None,
    ops: str | None = None,
) -> _core.Options:
    options = _core.Options()
    if forms == "minimal":
        raise NotImplementedError("the forms 'minimal' are not there yet: use 'seed'")
    try:
        options.forms = _core.Forms[forms]
        options.layout = _core.Layout[layout]
    except KeyError as error:
        raise ValueError(f"there is no {error.args[0]!r} among the forms (seed, minimal) or the layouts (exact, ignore)") from None
    options.passes = list(passes)
    if target_device is not None:
        options.target_device = target_device
    options.operators = known_operators(graph_module, ops)
    return options
