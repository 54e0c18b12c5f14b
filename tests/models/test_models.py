"""Whole models, networks in training and steps of optimizers: every step of a run compiled by the backend leaves what the eager one leaves, bit for bit.

One program of each family is run; OUTPLACE_FULL=1 runs them all, with fixed and with symbolic sizes. With -v there is a table of the outcomes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import outcomes
import pytest
import torch
from programs import all_programs
from runs import Watched, compare
from sessions import Program, Session
from torch import nn

FULL = os.environ.get("OUTPLACE_FULL") == "1"
PROGRAMS = all_programs()
# What the backend refuses, with a part of what it says; the graph runs as it was captured then.
REFUSED = {
    ("instance-norm-training", "symbolic"): "instance_norm with running statistics on a tensor of unknown shape",
    ("Phimoe-training", "fixed"): "a write inside the body of the higher-order operator",
    ("Phimoe-training", "symbolic"): "a write inside the body of the higher-order operator",
    ("renormed-words-training", "fixed"): "changed behind its gradient history",
    ("renormed-words-training", "symbolic"): "changed behind its gradient history",
}
# Eager mode computes these gradients from results, and otherwise than where they are not in place: they differ in the last bits, of which the backend warns.
ROUNDED = {"elu-in-place-training"}
# A graph writes an input that has a history; gradients of the embeddings are then added up in another order than eager's, of which the backend warns.
SUMMED = {"LongformerForSequenceClassification-training"}


def cases() -> Iterator[Any]:
    for name, program in PROGRAMS.items():
        for sizes in ("fixed", "symbolic"):
            if sizes == "symbolic" and not program.symbolic:
                continue
            if FULL or (program.quick and sizes == quick_sizes(program)):
                yield pytest.param(name, sizes, id=f"{name}-{sizes}")


def quick_sizes(program: Program) -> str:
    """Short runs take symbolic sizes for half of the families."""
    return "symbolic" if program.family in ("network", "decoder", "encoder-decoder", "text") else "fixed"


@pytest.mark.parametrize(("name", "sizes"), list(cases()))
def test_runs_are_equal(name: str, sizes: str) -> None:
    program, backend = PROGRAMS[name], Watched()
    found = compare(program, backend, sizes == "symbolic")
    outcome = "different" if found else "refused" if backend.refusals else "exact"
    outcomes.ROWS.append(f"{name:46}{sizes:10}{len(backend.graphs):7}{backend.mutated:9}{backend.written:9}  {outcome}")
    if name in SUMMED:
        assert any("adds up gradients in another order" in text for text in backend.warnings)
        assert not any(text.startswith("step 0: result") for text in found)
        return
    if name in ROUNDED:
        assert "the last bits of gradients may differ" in backend.warnings[0]
        assert found and not any(text.startswith("step 0: result") for text in found)
        return
    assert found == []
    if (name, sizes) in REFUSED:
        assert REFUSED[name, sizes] in backend.refusals[0]
        return
    assert backend.refusals == []
    assert backend.warnings == []
    assert program.writes is None or (backend.written > 0) == program.writes


def test_the_backend_is_found_by_its_name() -> None:
    assert compare(PROGRAMS["residual-training"], "outplace", False) == []


def wrong(change: Callable[[torch.Tensor, nn.Module], torch.Tensor]) -> Program:
    """A program whose compiled run does something else."""

    def start() -> Session:
        module = nn.BatchNorm1d(3)

        def steps(compiled: Callable) -> Iterator[Any]:
            function = compiled(module)
            for _ in range(2):
                result = function(torch.randn(4, 3))
                if function is not module:
                    result = change(result, module)
                yield result

        return Session({"module": module}, steps)

    return Program("wrong", "test", start)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda result, module: result + 1, "result has other content"),
        (lambda result, module: result.t().contiguous().t(), "result is"),
        (lambda result, module: result.double(), "result is"),
        (lambda result, module: result.detach(), "result is"),
        (lambda result, module: (module.running_mean.add_(1), result)[1], "module.running_mean has other content"),
        (lambda result, module: (torch.rand(1), result)[1], "random has other content"),
        (lambda result, module: (setattr(module, "running_mean", module.running_var), result)[1], "memory is shared"),
        (lambda result, module: (setattr(module, "more", torch.ones(1)), result)[1], "module.more is new"),
    ],
)
def test_differences_are_seen(change: Callable, said: str) -> None:
    found = compare(wrong(change), "eager", False)
    assert any(said in text for text in found), found


def test_equal_runs_have_no_differences() -> None:
    assert compare(wrong(lambda result, module: result), "eager", False) == []


def test_every_family_has_a_program_in_short_runs() -> None:
    assert {program.family for program in PROGRAMS.values()} == {program.family for program in PROGRAMS.values() if program.quick}
