"""The programs of tests/cases through the backend, in-process: with fixed sizes and symbolic ones, and with inner backends.

Each is run by eager PyTorch and compiled; outputs, final inputs, strides, gradients, and what shares memory with what must agree bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from case_programs import Case, all_cases, differences, quiet_dynamo, run
from outplace import OutplaceError, Result
from outplace.backend import outplace
from remaining_writes import writes

CASES = {case.id: case for case in all_cases()}
NOT_CAPTURED = {"C181": "Promotion of int.add/sub_(float) in in-place ops"}
REFUSED = {"C026": "a tensor whose values were changed behind its gradient history"}


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    with quiet_dynamo():
        yield


def compiled(case: Case, symbolic: bool, **options: Any) -> tuple[str, list[str]]:
    """How the program came out, and what is wrong with it."""
    expected = run(*case.program())
    function, make = case.program()
    results: list[Result] = []
    torch._dynamo.reset()

    def backend(graph: torch.fx.GraphModule, inputs: list[Any]) -> Callable[..., Any]:
        return outplace(graph, inputs, options={"on_rewrite": results.append, **options})

    try:
        got = run(torch.compile(function, backend=backend, dynamic=symbolic), make)
    except torch._dynamo.exc.TorchRuntimeError as error:
        return "Dynamo refuses the program", [str(error)]
    except torch._dynamo.exc.BackendCompilerFailed as error:
        assert isinstance(error.inner_exception, OutplaceError), error
        return "refused", [str(error.inner_exception)]
    moved = any("is given other memory" in text for result in results for text in result.report.assumptions)
    left = [line for result in results for line in writes(result.graph_module.print_readable(print_output=False))]
    return "exact", differences(expected, got, moved) + [f"a write is left: {line}" for line in left]


@pytest.mark.parametrize("sizes", ["fixed", "symbolic"])
@pytest.mark.parametrize("name", CASES)
def test_the_program_computes_the_same(name: str, sizes: str) -> None:
    kind, faults = compiled(CASES[name], sizes == "symbolic")
    if name in NOT_CAPTURED:
        assert kind == "Dynamo refuses the program" and NOT_CAPTURED[name] in faults[0]
    elif name in REFUSED:
        assert kind == "refused" and REFUSED[name] in faults[0]
        assert "model: <" in faults[0], "the refusal does not say where"
    else:
        assert (kind, faults) == ("exact", [])


@pytest.mark.parametrize("name", [name for index, name in enumerate(CASES) if index % 4 == 0 and name not in NOT_CAPTURED | REFUSED])
def test_the_pure_graph_goes_through_aot_autograd(name: str) -> None:
    assert compiled(CASES[name], False, inner="aot_eager") == ("exact", [])
