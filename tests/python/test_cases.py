"""The programs of tests/cases, run with rewritten graphs in the place of those that torch.compile captures.

Each is run by eager PyTorch, which must give the recorded answers, and then compiled, with fixed sizes and with symbolic ones. The two runs must agree bit for bit: outputs,
final inputs, strides, gradients, and what shares memory with what. The last test counts the outcomes by kind and prints them (pytest -s).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from case_programs import Case, all_cases, custom_operator, differences, quiet_dynamo, recorded_answers, run
from remaining_writes import writes
from rewriting_backend import Backend, Captured

CASES = {case.id: case for case in all_cases()}

# Dynamo itself refuses these programs, with words of its message: there is no graph.
NOT_CAPTURED = {"C181": "Promotion of int.add/sub_(float) in in-place ops"}
# What outplace refuses, with words of the message; tests/cases/README.md has the reasons.
REFUSED = {"C026": "a tensor whose values were changed behind its gradient history"}
SHARED = "this writes memory that may be shared"
REFUSED_WITH_SYMBOLIC_SIZES = REFUSED | {
    "C016": "a write to a tensor in which several elements are one place of memory",
    "C022": SHARED,
    "C023": SHARED,
    "C182": "how many parts that has hangs on a symbolic size",
}
# Rewrites that are right, and that the verifier does not follow: no symbol of the text says that x has three elements.
NOT_VERIFIED_WITH_SYMBOLIC_SIZES = {"C128": "the original graph fails: sizes"}
# Functions that stand for custom operators: here they are some. A schema that can be had without writing is declared with its functional form.
CUSTOM_OPERATORS = {
    "C031": "foo_(Tensor(a!) t) -> ()",
    "C032": "rev_into(Tensor src, Tensor(a!) dst) -> ()",
    "C157": "rope_(Tensor(a!) q, Tensor(b!) k) -> ()",
    "C158": "fused_(Tensor(a!) x, Tensor(b!) res, Tensor w) -> ()",
    "C173": "allreduce_(Tensor(a!)[] ts) -> ()",
}


@dataclass(frozen=True)
class Outcome:
    kind: str
    graphs: list[Captured]
    faults: list[str]


Runner = Callable[[str, str], Outcome]


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    with quiet_dynamo():
        yield


@pytest.fixture(scope="module")
def outcome(outplace: Callable, tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """What becomes of a case with "fixed" or "symbolic" sizes, found once for all tests."""
    done: dict[tuple[str, str], Outcome] = {}

    def of(name: str, sizes: str) -> Outcome:
        if (name, sizes) not in done:
            done[name, sizes] = compiled(CASES[name], Backend(outplace, tmp_path_factory.mktemp(name)), sizes == "symbolic")
        return done[name, sizes]

    return of


def compiled(case: Case, backend: Backend, symbolic: bool, **replaced: Callable) -> Outcome:
    expected = run(*case.program())
    function, make = case.program(**replaced)
    torch._dynamo.reset()
    try:
        got = run(torch.compile(function, backend=backend, dynamic=symbolic), make)
    except torch._dynamo.exc.TorchRuntimeError as error:
        return Outcome("Dynamo refuses the program", backend.graphs, [str(error)])
    moved = any("is given other memory" in text for graph in backend.graphs for text in graph.assumptions)
    return Outcome(kind_of(backend.graphs), backend.graphs, differences(expected, got, moved))


def kind_of(graphs: list[Captured]) -> str:
    if any(graph.refusal for graph in graphs):
        return "refused"
    if not graphs:
        return "Dynamo captures nothing"
    if not any(writes(graph.text) for graph in graphs):
        return "exact, nothing written in a graph"
    return "exact" if len(graphs) == 1 else "exact, in several graphs"


def refused(sizes: str) -> dict[str, str]:
    return REFUSED_WITH_SYMBOLIC_SIZES if sizes == "symbolic" else REFUSED


@pytest.mark.parametrize("name", CASES)
def test_eager_gives_the_recorded_answers(name: str) -> None:
    case = CASES[name]
    assert recorded_answers(run(*case.program())) == (case.eager_out, case.eager_mut, case.eager_alias)


@pytest.mark.parametrize("sizes", ["fixed", "symbolic"])
@pytest.mark.parametrize("name", [name for name in CASES if name not in NOT_CAPTURED])
def test_the_program_computes_the_same(name: str, sizes: str, outcome: Runner) -> None:
    found = outcome(name, sizes)
    messages = "".join(graph.refusal for graph in found.graphs)
    if name in refused(sizes):
        assert refused(sizes)[name] in messages
        assert "before.py:" in messages and "model: <" in messages, "the refusal does not say where"
        return
    assert messages == ""
    assert found.faults == []
    assert all(graph.runs == 1 for graph in found.graphs)


@pytest.mark.parametrize("sizes", ["fixed", "symbolic"])
@pytest.mark.parametrize("name", [name for name in CASES if name not in NOT_CAPTURED])
def test_no_write_is_left_and_the_verifier_agrees(name: str, sizes: str, outcome: Runner) -> None:
    graphs = [graph for graph in outcome(name, sizes).graphs if not graph.refusal]
    assert [line for graph in graphs for line in writes(graph.rewritten)] == []
    unverified = NOT_VERIFIED_WITH_SYMBOLIC_SIZES.get(name, "") if sizes == "symbolic" else ""
    messages = "".join(graph.unverified for graph in graphs)
    assert unverified in messages and bool(unverified) == bool(messages), messages
    assert "different" not in messages


@pytest.mark.parametrize("name", NOT_CAPTURED)
def test_dynamo_refuses_it(name: str, outcome: Runner) -> None:
    found = outcome(name, "fixed")
    assert found.graphs == [] and NOT_CAPTURED[name] in found.faults[0]


def test_a_result_of_another_kind_of_number_is_refused(outplace: Callable) -> None:
    """The write of C181 that eager refuses, in a graph as other tracers make it."""
    text = 'def forward(self, a: "i64[3][1]cpu"):\n    a += 0.5;  a_1: "i64[3][1]cpu" = a\n    return (a_1,)\n'
    result = outplace("rewrite", "-", stdin=text)
    assert result.returncode == 1 and result.stdout == ""
    assert ":2: error:" in result.stderr


@pytest.mark.parametrize("name", CUSTOM_OPERATORS)
def test_custom_operators_are_followed_by_their_schema(name: str, outplace: Callable, tmp_path: Path) -> None:
    case, schema = CASES[name], CUSTOM_OPERATORS[name]
    operator, declaration, library = custom_operator(case, schema)
    found = compiled(case, Backend(outplace, tmp_path, declaration), False, **{schema.split("(")[0]: operator})
    assert [graph.refusal for graph in found.graphs] == [""]
    assert found.faults == [] and found.kind == "exact"
    assert "torch.ops.outplace_cases" in found.graphs[0].text
    assert [writes(graph.rewritten) for graph in found.graphs] == [[]]
    assert [graph.unverified for graph in found.graphs] == [""]
    library._destroy()


class Forgetful(Backend):
    """Loses what is to be written back."""

    def rewrite(self, *arguments: Any) -> Captured:
        captured = super().rewrite(*arguments)
        captured.maps["io_map"] = {}
        return captured


class Late(Backend):
    """Reads what was there before the write."""

    def rewrite(self, *arguments: Any) -> Captured:
        captured = super().rewrite(*arguments)
        captured.rewritten = captured.rewritten.replace("l_cache__modified.sum", "l_cache_.sum").replace("l_cache_ = l_pos_", "l_pos_")
        return captured


@pytest.mark.parametrize("kind", [Forgetful, Late])
def test_wrong_rewrites_are_noticed(kind: type[Backend], outplace: Callable, tmp_path: Path) -> None:
    found = compiled(CASES["C131"], kind(outplace, tmp_path), False)
    assert found.kind == "exact" and found.faults != []


def test_outcomes_by_kind(outcome: Runner) -> None:
    counts = {sizes: Counter(outcome(name, sizes).kind for name in CASES) for sizes in ("fixed", "symbolic")}
    print(f"\n{'outcome':36}{'fixed':>8}{'symbolic':>10}")
    for kind in sorted(counts["fixed"] | counts["symbolic"]):
        print(f"{kind:36}{counts['fixed'][kind]:8}{counts['symbolic'][kind]:10}")
    assert counts == {
        "fixed": {
            "exact": 111,
            "exact, in several graphs": 4,
            "exact, nothing written in a graph": 6,
            "refused": len(REFUSED),
            "Dynamo refuses the program": len(NOT_CAPTURED),
        },
        "symbolic": {
            "exact": 107,
            "exact, in several graphs": 4,
            "exact, nothing written in a graph": 6,
            "refused": len(REFUSED_WITH_SYMBOLIC_SIZES),
            "Dynamo refuses the program": len(NOT_CAPTURED),
        },
    }
