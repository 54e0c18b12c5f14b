"""Runs of a program: eagerly, and compiled by a backend that is watched."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from sessions import Compile, Program
from snapshots import Snapshot


@dataclass
class Graph:
    nodes: int
    runs: int = 0
    written: int = 0
    refusal: str = ""


@dataclass
class Outcome:
    differences: list[str] = field(default_factory=list)
    graphs: list[Graph] = field(default_factory=list)
    error: str = ""


def run(program: Program, compiled: Compile) -> list[Snapshot]:
    torch.manual_seed(0)
    session = program.start()
    torch.manual_seed(1)
    steps = []
    for result in session.steps(compiled):
        steps.append(Snapshot({"result": result, **session.state}))
        del result
    steps.append(Snapshot({**session.state, "random": torch.get_rng_state()}))
    return steps


def compiling(backend: Callable | str, symbolic: bool) -> Compile:
    return lambda function: torch.compile(function, backend=backend, dynamic=symbolic)


def compare(program: Program, backend: Callable, symbolic: bool) -> list[str]:
    """What tells the compiled run from the one that it must equal."""
    settings = dict(recompile_limit=64, accumulated_recompile_limit=1024, enable_dynamo_decompositions=program.traced)
    with warnings.catch_warnings(), torch._dynamo.config.patch(settings):
        warnings.simplefilter("ignore")
        torch._dynamo.reset()
        expected = run(program, compiling("eager", symbolic) if program.traced else lambda function: function)
        torch._dynamo.reset()
        got = run(program, compiling(backend, symbolic))
    assert len(expected) == len(got)
    return [f"step {index}: {text}" for index, (mine, other) in enumerate(zip(expected, got)) for text in mine.differences(other)]
