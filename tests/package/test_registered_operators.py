"""Operators that are registered with PyTorch need no declaration: their schemas say what they write."""

from __future__ import annotations

from collections.abc import Callable

import outplace
import pytest
import torch
from capture import run_and_write_back
from torch.fx import symbolic_trace

library = torch.library.Library("outplace_registered", "DEF")
library.define("scale(Tensor x, float by) -> Tensor")
library.define("scale_(Tensor(a!) x, float by) -> Tensor(a!)")
library.define("count(Tensor x, Tensor(a!) counter) -> Tensor")
library.impl("scale", lambda x, by: x * by, "CompositeExplicitAutograd")
library.impl("scale_", lambda x, by: x.mul_(by), "CompositeExplicitAutograd")
library.impl("count", lambda x, counter: x + counter.add_(1), "CompositeExplicitAutograd")
OPS = torch.ops.outplace_registered


def reads(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return OPS.scale(x, 2.0)


def writes(x: torch.Tensor) -> torch.Tensor:
    OPS.scale_.default(x[0], 2.0)
    return x.sum()


def counts(x: torch.Tensor, counter: torch.Tensor) -> torch.Tensor:
    return OPS.count(x, counter)


def inputs(count: int = 1) -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(3, 4) for _ in range(count)]


# What takes the place of an operator that writes is not guessed from its name.
TWIN = "outplace_registered::scale_ : twin=torch.ops.outplace_registered.scale"


@pytest.mark.parametrize(("function", "ops"), [(reads, None), (reads, TWIN), (writes, TWIN)])
def test_schemas_are_pytorchs(function: Callable[[torch.Tensor], torch.Tensor], ops: str | None) -> None:
    result = outplace.functionalize(symbolic_trace(function), inputs(), ops=ops)
    expected, found = inputs(), inputs()
    assert torch.equal(function(*expected), run_and_write_back(result, found)[0])
    assert torch.equal(*expected, *found)
    assert result.report.mutated_inputs == ["x"]


def test_a_write_without_a_declared_form_is_refused() -> None:
    with pytest.raises(outplace.OutplaceError, match=r"twin=torch\.ops\.outplace_registered\.scale"):
        outplace.functionalize(symbolic_trace(writes), inputs())


def test_an_operator_without_a_functional_form_is_named() -> None:
    with pytest.raises(outplace.OutplaceError, match="count"):
        outplace.functionalize(symbolic_trace(counts), inputs(2))


def test_what_is_declared_comes_before_what_is_registered() -> None:
    """The declaration says that nothing is written."""
    result = outplace.functionalize(symbolic_trace(counts), inputs(2), ops="outplace_registered::count(Tensor x, Tensor counter) -> Tensor")
    assert result.io_map == {}
