"""The backend for torch.compile: `torch.compile(model, backend="outplace")`.

Each graph that Dynamo captures is made pure and handed to an inner backend. A call of the compiled function runs the pure graph, writes the new contents of inputs and module state to
them, and returns outputs that are inputs, views of inputs or memory of each other where eager mode returns such. Options are given as torch.compile(..., options={...}):

    inner   what runs the pure graph: "eager" (default), another backend's name such as "aot_eager" or "inductor", or a callable that takes the graph module and example inputs
    forms, layout, ops   as in `functionalize`
    on_rewrite   a callable that is given the Result of every rewrite

Inputs that share memory are rewritten for that. A graph that cannot be rewritten with symbolic sizes is rewritten for each combination of sizes. If later calls come with inputs that share memory in another way, the graph is rewritten for these, too, and both are kept.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
import torch.fx

from outplace._fixed_sizes import with_fixed_sizes
from outplace._options import Forms, LayoutPolicy
from outplace._outputs import complete, example_of, number_of, read_outputs, restored_alias, share_memory, storage_of
from outplace._sharing import Pattern, pattern_of
from outplace._write_back import Write, is_recorded, write_back, writers_with_gradients
from outplace.errors import OutplaceError
from outplace.functionalize import CostWarning, Result, functionalize

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node

Inner = str | Callable[..., Callable[..., Any]]


@dataclass(frozen=True)
class Options:
    """What `options=` of torch.compile may hold."""

    inner: Inner = "eager"
    forms: Forms = "seed"
    layout: LayoutPolicy = "exact"
    ops: str | None = None
    on_rewrite: Callable[[Result], None] | None = None

    @staticmethod
    def of(options: Mapping[str, Any] | None) -> Options:
        given = dict(options or {})
        unknown = sorted(set(given) - set(Options.__dataclass_fields__))
        if unknown:
            raise ValueError(f"the outplace backend has no option {unknown[0]!r}; it has {', '.join(Options.__dataclass_fields__)}")
        return Options(**given)


def outplace(
    graph_module: GraphModule, example_inputs: Sequence[Any], *, options: Mapping[str, Any] | None = None, mode: str | None = None
) -> Callable[..., Any]:
    """The entry point that torch.compile calls for every graph."""
    if mode is not None:
        raise ValueError(f"the outplace backend has no mode {mode!r}")
    return CompiledGraph(graph_module, example_inputs, Options.of(options))


@dataclass
class Rewritten:
    """A captured graph that was made pure for one pattern of sharing."""

    run: Callable[..., Any]
    writes: list[Write]
    output_count: int
    lifted: bool  # whether `run` takes the attributes after the inputs


class CompiledGraph:
    """Runs a captured graph through its pure form. The graph module is left as Dynamo made it."""

    def __init__(self, graph_module: GraphModule, example_inputs: Sequence[Any], options: Options) -> None:
        self.graph_module = graph_module
        self.options = options
        self.grad_enabled = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
        self.outputs, self.symbols = read_outputs(graph_module, self.grad_enabled)
        self.placeholders = [node for node in graph_module.graph.nodes if node.op == "placeholder"]
        self.state = attributes_of(graph_module)
        self.names = [node.name for node in self.placeholders] + list(self.state)
        self.absolute = any("as_strided" in str(node.target) for node in graph_module.graph.nodes)
        tensors = [value for value in (*example_inputs, *self.state.values()) if isinstance(value, torch.Tensor)]
        self.symbolic = any(isinstance(example_of(node), torch.SymInt) for node in self.placeholders)
        self.by_size = False  # whether every combination of sizes is rewritten on its own
        self.trains = self.grad_enabled and any(value.requires_grad for value in tensors)
        self.places = {path: len(self.placeholders) + index for index, path in enumerate(self.state)}
        first = self.rewrite(example_inputs)
        self.written = [write.position for write in first.writes]
        self.rewritten: dict[Any, Rewritten] = {self.key([number_of(value) for value in example_inputs]): first}

    # ---- rewriting

    def functionalized(self, inputs: Sequence[Any]) -> Result:
        options: dict[str, Any] = {"forms": self.options.forms, "layout": self.options.layout, "ops": self.options.ops}
        if not self.by_size:
            try:
                return functionalize(self.graph_module, inputs, copy=True, **options)
            except OutplaceError as error:
                if not self.symbolic:
                    raise
                refusal = error
            self.by_size = True
            try:
                result = self.functionalized(inputs)
            except Exception:  # then it is not for the sizes, or these cannot be followed
                raise refusal from None
            warnings.warn(f"a graph is rewritten for every size on its own, since with symbolic sizes: {refusal.reason}", CostWarning, stacklevel=2)
            return result
        inputs = [number_of(value) for value in inputs]
        return functionalize(with_fixed_sizes(self.graph_module, inputs, self.grad_enabled), inputs, **options)

    def rewrite(self, inputs: Sequence[Any]) -> Rewritten:
        result = self.functionalized(inputs)
        if self.options.on_rewrite is not None:
            self.options.on_rewrite(result)
        complete(self.outputs, result.output_aliases, self.places)
        pure = result.graph_module
        writes = self.writes(result)
        if self.options.inner == "eager":
            return Rewritten(pure.forward, writes, result.original_output_count, lifted=False)
        examples = list(inputs)
        if self.state:
            lift_attributes(pure, self.state)
            examples += self.state.values()
        return Rewritten(self.inner()(pure, examples), writes, result.original_output_count, lifted=bool(self.state))

    def inner(self) -> Callable[..., Callable[..., Any]]:
        if callable(self.options.inner):
            return self.options.inner
        from torch._dynamo.backends.registry import lookup_backend

        return lookup_backend(self.options.inner)

    def writes(self, result: Result) -> list[Write]:
        """The outputs to write back, in the order of the outputs. An input that is merely handed on is not written."""
        mutated = set(result.report.mutated_inputs)
        writers = [mutation.name for mutation in result.report.mutations]
        recorded = writers_with_gradients(self.graph_module, writers, self.grad_enabled) if self.trains else set()
        found = []
        for output, position in result.io_map.items():
            node = self.placeholders[position]
            if node.name in mutated:
                found.append(Write(output, position, node.name, is_recorded(node, recorded) if self.trains else None))
        for output, path in result.state_map.items():
            found.append(Write(output, self.places[path], path, None))
        return found

    # ---- running

    def key(self, inputs: Sequence[Any]) -> Any:
        """Equal for calls that one rewrite is right for."""
        pattern: Pattern = ()
        if self.written or self.absolute:
            pattern = pattern_of([*inputs, *self.state.values()], self.written, self.names, offsets=self.absolute)
        # An inner backend that is called outside of torch.compile makes constants of sizes.
        if self.by_size or (pattern and self.options.inner != "eager"):
            return pattern, tuple((tuple(value.shape), tuple(value.stride())) if isinstance(value, torch.Tensor) else value for value in inputs)
        return pattern

    def __call__(self, *inputs: Any) -> tuple[Any, ...]:
        key = self.key(inputs)
        rewritten = self.rewritten.get(key)
        if rewritten is None:
            rewritten = self.rewrite(inputs)
            self.rewritten[self.key(inputs)] = rewritten
        values = [*inputs, *self.state.values()]
        operands = self.operands(rewritten, values)
        outputs = list(rewritten.run(*(operands if rewritten.lifted else operands[: len(inputs)])))
        if rewritten.writes:
            write_back(rewritten.writes, outputs, values)
        return tuple(self.restored(outputs[: rewritten.output_count], values))

    def operands(self, rewritten: Rewritten, values: list[Any]) -> list[Any]:
        """What the pure graph is run on. What backward needs of a tensor that is then written must be a copy, as eager mode makes one for it."""
        if not self.trains or not rewritten.writes:
            return values
        written = {storage_of(values[write.position]) for write in rewritten.writes} - {None}
        return [self.own_copy(value) if storage_of(value) in written else value for value in values]

    def own_copy(self, value: torch.Tensor) -> torch.Tensor:
        """Equal values and strides in memory of their own, with the history; at the same offset if the graph asks for places in memory."""
        copied = value.clone()
        if copied.stride() == value.stride() and not self.absolute:
            return copied
        return torch.slice_scatter(value, value, 0) if value.dim() else copied

    def restored(self, outputs: list[Any], values: Sequence[Any]) -> list[Any]:
        for group in self.outputs.groups:
            share_memory(group, self.outputs.geometries, outputs, self.symbols, values)
        for index, earlier in self.outputs.same.items():
            outputs[index] = outputs[earlier]
        for index, requires_grad in self.outputs.requires_grad.items():
            if outputs[index].requires_grad and not requires_grad:
                outputs[index] = outputs[index].detach()
        for index, alias in self.outputs.aliases.items():
            outputs[index] = restored_alias(alias, self.symbols, values)
        return outputs


def attributes_of(graph_module: GraphModule) -> dict[str, torch.Tensor]:
    """The tensors that the graph reads as attributes, in order."""
    found = {}
    for node in graph_module.graph.nodes:
        if node.op == "get_attr":
            value: Any = graph_module
            for part in str(node.target).split("."):
                value = getattr(value, part)
            if isinstance(value, torch.Tensor):
                found[str(node.target)] = value
    return found


def lift_attributes(graph_module: GraphModule, state: Mapping[str, torch.Tensor]) -> None:
    """Makes inputs of the attributes, after the others, since inner backends may take attributes for constants."""
    graph = graph_module.graph
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    reads: dict[str, list[Node]] = {path: [] for path in state}
    for node in graph.nodes:
        if node.op == "get_attr" and node.target in state:
            reads[str(node.target)].append(node)
    after = placeholders[-1] if placeholders else None
    for path, uses in reads.items():
        with graph.inserting_after(after) if after is not None else graph.inserting_before(next(iter(graph.nodes))):
            made = graph.placeholder(path.replace(".", "_"))
        after = made
        if uses:
            value = example_of(uses[0])
            if value is not None:
                made.meta["example_value"] = value
        for node in uses:
            node.replace_all_uses_with(made)
            graph.erase_node(node)
    graph_module.recompile()
