"""`functionalize`: a graph module that writes in place becomes a pure one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from outplace import _core
from outplace._options import Forms, LayoutPolicy, make_options
from outplace.errors import error_of
from outplace.kernels import KernelProvider, add_kernels

if TYPE_CHECKING:
    from torch.fx import GraphModule

PASSES = ("aliasing_output_rewrite", "inplace_to_outofplace")


class CostWarning(UserWarning):
    """The rewrite is exact, but costs more than it seems, rests on an assumption, or leaves gradients whose last bits may differ."""


@dataclass(frozen=True)
class Mutation:
    """One write that became a computation. `name` is that of the node that wrote, `node` the whole node as it is printed; a long one is cut."""

    kind: str
    node: str
    became: str
    source_line: str
    name: str


@dataclass(frozen=True)
class PassRecord:
    name: str
    seconds: float
    counts: dict[str, int]


@dataclass(frozen=True)
class OutputAlias:
    """An output that is memory of an input, or of an attribute, when the mutating graph ends.

    Sizes, strides and the offset (in elements of `dtype`, from the start of the storage) are integers, or texts where they are symbolic; None if they are not known.
    """

    output: int
    input: int | None
    attribute: str | None
    is_input: bool
    dtype: str | None
    size: tuple[int | str, ...] | None
    stride: tuple[int | str, ...] | None
    storage_offset: int | str | None
    conjugated: bool
    negated: bool


@dataclass(frozen=True)
class OutputAliases:
    """Which of the graph's own outputs share memory: with inputs, with each other (groups); `undecided` are those that may be a copy or a view."""

    inputs: dict[int, OutputAlias]
    groups: list[list[int]]
    undecided: list[int]


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
    output_aliases: OutputAliases
    report: Report
    rewriting: _core.Rewriting = field(repr=False, compare=False)
    options: _core.Options = field(repr=False, compare=False)


def number_or_text(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def output_alias(alias: _core.OutputAlias) -> OutputAlias:
    known = alias.layout_known
    return OutputAlias(
        output=alias.output,
        input=alias.input if alias.input >= 0 else None,
        attribute=alias.attribute or None,
        is_input=alias.is_input,
        dtype=alias.dtype or None,
        size=tuple(map(number_or_text, alias.size)) if known else None,
        stride=tuple(map(number_or_text, alias.stride)) if known else None,
        storage_offset=number_or_text(alias.storage_offset) if alias.storage_offset else None,
        conjugated=alias.conjugated,
        negated=alias.negated,
    )


def output_aliases(aliases: _core.OutputAliases) -> OutputAliases:
    return OutputAliases({alias.output: output_alias(alias) for alias in aliases.inputs}, aliases.groups, aliases.undecided)


Settle = Callable[[_core.Options, _core.Rewriting], None]


def rewrite(
    graph_module: GraphModule, example_inputs: Sequence[Any] | None, options: _core.Options, settle: Settle | None = None
) -> tuple[_core.Rewriting, Report, bool]:
    """Rewrites the graph in place; the code of the graph module itself is left to be made again (that of sub-graphs is made). The last value says whether it must be.

    If anything fails the graph is as it was. `settle` may complete the options once the graph was read.
    """
    import torch

    grad_enabled = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
    rewriting = _core.Rewriting(graph_module, example_inputs, grad_enabled)
    if settle is not None:
        settle(options, rewriting)
    if not rewriting.run(options):
        raise error_of(rewriting.messages)
    rewriting.prepare()
    edited = cast("list[GraphModule]", rewriting.apply())
    for module in edited:
        if module is not graph_module:
            module.recompile()
    source = rewriting.report
    records = [PassRecord(record.name, record.seconds, record.counts) for record in source.passes]
    messages = [str(message).rstrip() for message in rewriting.messages]
    return rewriting, Report(source.mutated_inputs, source.assumptions, records, messages, source), bool(edited)


def functionalize(
    graph_module: GraphModule,
    example_inputs: Sequence[Any] | None = None,
    *,
    forms: Forms = "seed",
    layout: LayoutPolicy = "exact",
    passes: Sequence[str] | None = None,
    target_device: str | None = None,
    ops: str | None = None,
    kernel_provider: KernelProvider | None = None,
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
    options = make_options(graph_module, forms=forms, layout=layout, passes=passes, target_device=target_device, ops=ops)
    add_kernels(options, kernel_provider)
    rewriting, report, edited = rewrite(graph_module, example_inputs, options)
    if edited:
        graph_module.recompile()
    for text in report.warnings:
        warnings.warn(text, CostWarning, stacklevel=2)
    source = rewriting.report
    return Result(
        graph_module, source.io_map, source.state_map, source.original_output_count, output_aliases(source.output_aliases), report, rewriting, options
    )
