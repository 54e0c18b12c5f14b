"""Runs of a program: eagerly, and compiled by the backend, which is watched."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from outplace.backend import outplace
from outplace.errors import OutplaceError
from sessions import Compile, Program
from snapshots import Snapshot


@dataclass
class Graph:
    """A graph that Dynamo captured: how many of its inputs and attributes are written, or why it is refused."""

    written: int = 0
    refusal: str = ""
    warnings: list[str] = field(default_factory=list)


@dataclass
class Watched:
    """The backend. A graph that it refuses is run as it was captured."""

    graphs: list[Graph] = field(default_factory=list)

    def __call__(self, graph_module: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
        graph = Graph()
        self.graphs.append(graph)

        def seen(result: Any) -> None:
            graph.written = len(result.report.mutated_inputs)
            graph.warnings = result.report.warnings

        try:
            return outplace(graph_module, example_inputs, options={"on_rewrite": seen})
        except OutplaceError as error:
            graph.refusal = str(error)
            return graph_module.forward

    @property
    def refusals(self) -> list[str]:
        return sorted({graph.refusal for graph in self.graphs if graph.refusal})

    @property
    def warnings(self) -> list[str]:
        return sorted({text for graph in self.graphs for text in graph.warnings})

    @property
    def mutated(self) -> int:
        return sum(graph.written > 0 for graph in self.graphs)

    @property
    def written(self) -> int:
        return sum(graph.written for graph in self.graphs)


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


def compare(program: Program, backend: Callable | str, symbolic: bool) -> list[str]:
    """What tells the compiled run from the one that it must equal."""
    torch._logging.set_logs(dynamo=logging.ERROR)
    settings = dict(recompile_limit=64, accumulated_recompile_limit=1024, enable_dynamo_decompositions=program.traced)
    with warnings.catch_warnings(), torch._dynamo.config.patch(settings):
        warnings.simplefilter("ignore")
        torch._dynamo.reset()
        expected = run(program, compiling("eager", symbolic) if program.traced else lambda function: function)
        torch._dynamo.reset()
        got = run(program, compiling(backend, symbolic))
        torch._dynamo.reset()
    assert len(expected) == len(got)
    return [f"step {index}: {text}" for index, (mine, other) in enumerate(zip(expected, got)) for text in mine.differences(other)]
