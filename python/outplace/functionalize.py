"""`functionalize`: a graph module that writes in place becomes a pure one."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from outplace import _core
from outplace.errors import error_of

if TYPE_CHECKING:
    from torch.fx import GraphModule

Forms = Literal["seed", "minimal"]
LayoutPolicy = Literal["exact", "ignore"]

PASSES = ("aliasing_output_rewrite", "inplace_to_outofplace")


class CostWarning(UserWarning):
    """The rewrite is exact, but costs more than it seems, or rests on an assumption."""


@dataclass(frozen=True)
class Mutation:
    """One write that became a computation."""

    kind: str
    node: str
    became: str
    source_line: str


@dataclass(frozen=True)
class PassRecord:
    name: str
    seconds: float
    counts: dict[str, int]


@dataclass(frozen=True)
class Report:
    """What was done to a graph."""

    mutated_inputs: list[str]
    assumptions: list[str]
    passes: list[PassRecord]
    warnings: list[str]
    _source: _core.Report = field(repr=False, compare=False)

    @property
    def mutations(self) -> list[Mutation]:
        return [Mutation(*fields) for fields in self._source.mutations]


@dataclass(frozen=True)
class Result:
    """A rewritten graph module and its maps. Indices are over flat outputs and flat placeholders, symbolic ones included."""

    graph_module: GraphModule
    io_map: dict[int, int]
    state_map: dict[int, str]
    original_output_count: int
    report: Report
    rewriting: _core.Rewriting = field(repr=False, compare=False)
    options: _core.Options = field(repr=False, compare=False)


def make_options(
    *,
    forms: Forms = "seed",
    layout: LayoutPolicy = "exact",
    passes: Sequence[str] = PASSES,
    target_device: str | None = None,
    ops: str | None = None,
    groups: Mapping[str, Sequence[Sequence[int]]] | None = None,
) -> _core.Options:
    options = _core.Options()
    try:
        options.forms = _core.Forms[forms]
        options.layout = _core.Layout[layout]
    except KeyError as error:
        raise ValueError(f"there is no {error.args[0]!r} among the forms (seed, minimal) or the layouts (exact, ignore)") from None
    options.passes = list(passes)
    if target_device is not None:
        options.target_device = target_device
    if ops is not None:
        options.operators = _core.Operators.read(ops, "ops")
    if groups is not None:
        options.groups = {name: [list(row) for row in rows] for name, rows in groups.items()}
    return options


def run(graph_module: GraphModule, example_inputs: Sequence[Any] | None, options: _core.Options) -> tuple[_core.Rewriting, Report]:
    """Rewrites the graph in place, without making its code again. If anything fails the graph is as it was."""
    import torch

    grad_enabled = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
    rewriting = _core.Rewriting(graph_module, example_inputs, grad_enabled)
    if not rewriting.run(options):
        raise error_of(rewriting.messages)
    rewriting.prepare()
    for module in rewriting.apply():
        if module is not graph_module:
            module.recompile()
    source = rewriting.report
    records = [PassRecord(record.name, record.seconds, record.counts) for record in source.passes]
    messages = [str(message) for message in rewriting.messages]
    return rewriting, Report(source.mutated_inputs, source.assumptions, records, messages, source)


def functionalize(
    graph_module: GraphModule,
    example_inputs: Sequence[Any] | None = None,
    *,
    forms: Forms = "seed",
    layout: LayoutPolicy = "exact",
    passes: Sequence[str] | None = None,
    target_device: str | None = None,
    ops: str | None = None,
    copy: bool = False,
) -> Result:
    """Makes every write of a graph a computation of a new value that all later readers see, and every mutated input an output.

    The graph is edited in place unless `copy` is true; nodes that do not change stay the objects they are. If the graph cannot be rewritten exactly, an OutplaceError
    says which node and which line of the model is to blame, and the graph is as it was.

    example_inputs: the placeholders' values, for what the graph's metadata does not say: strides, shared memory, which inputs require gradients.
    forms: the form that writes take. layout: whether new values get the strides of what they replace. ops: schemas of further operators, one a line.
    """
    if copy:
        from outplace._copying import copy_graph_module

        graph_module = copy_graph_module(graph_module)
    if passes is None:
        passes = PASSES if target_device is None else ("device_rewriter", *PASSES)
    options = make_options(forms=forms, layout=layout, passes=passes, target_device=target_device, ops=ops)
    rewriting, report = run(graph_module, example_inputs, options)
    graph_module.recompile()
    for text in report.warnings:
        warnings.warn(text, CostWarning, stacklevel=2)
    source = rewriting.report
    return Result(graph_module, source.io_map, source.state_map, source.original_output_count, report, rewriting, options)
