"""Outputs that are an input, a view of one, or memory of another output: what the captured graph says of them, and how they are made so again.

A rewritten graph returns values. In the captured graph an output may have been one of its inputs, a view of an input, or a view of the same memory as another output; callers see this when
they write to one of the two, or follow its gradients. What was what is read from the metadata of the captured graph, whose example values share storages as the real tensors do.

A view is made again by the calls that made it, if these need nothing but their operand and numbers, so that autograd knows of it; else by as_strided. Sizes are computed from the inputs of the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
import torch.fx

from outplace.errors import OutplaceError

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node

    from outplace.functionalize import OutputAliases

# Calls that change what an object is a view of. Example values show objects as they are at last.
REBINDING = frozenset({"t_", "transpose_", "swapaxes_", "swapdims_", "squeeze_", "unsqueeze_", "as_strided_", "set_", "resize_", "resize_as_", "detach_"})

Extent = int | torch.SymInt


def example_of(node: Any) -> Any:
    if not isinstance(node, torch.fx.Node):
        return None
    return node.meta.get("example_value", node.meta.get("val"))


def storage_of(value: Any) -> int | None:
    """What is equal for tensors of one memory; nothing for those that have none of their own."""
    if not isinstance(value, torch.Tensor):
        return None
    try:
        return int(value.untyped_storage()._cdata)
    except (RuntimeError, NotImplementedError):
        return None


def number_of(value: Any) -> Any:
    """The value that a symbolic size had when its graph was captured; asking for it leaves no guard."""
    return int(value.node.hint) if isinstance(value, torch.SymInt) else value


def parts_of(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else (value,)


class Symbols:
    """Evaluates symbolic sizes of a graph from the inputs of a run."""

    def __init__(self, placeholders: Sequence[Node]) -> None:
        self.positions: dict[Any, int] = {}
        for position, node in enumerate(placeholders):
            value = example_of(node)
            if isinstance(value, torch.SymInt) and value.node.expr.is_Symbol:
                self.positions.setdefault(value.node.expr, position)
        self.values: dict[tuple[Any, ...], dict[Any, int]] = {}

    def known(self, value: Extent) -> bool:
        return isinstance(value, int) or all(symbol in self.positions for symbol in value.node.expr.free_symbols)

    def evaluate(self, value: Extent, inputs: Sequence[Any]) -> int:
        if isinstance(value, int):
            return value
        key = tuple(int(inputs[position]) for position in self.positions.values())
        done = self.values.setdefault(key, {})
        expression = value.node.expr
        if expression not in done:
            if not self.known(value):
                raise OutplaceError(f"the size {expression} of an output that is a view of an input does not follow from the inputs")
            done[expression] = int(expression.xreplace(dict(zip(self.positions, key, strict=True))))
        return done[expression]


@dataclass(frozen=True)
class Geometry:
    """Where the elements of a tensor lie; the offset is that from the start of the memory."""

    shape: tuple[Extent, ...]
    stride: tuple[Extent, ...]
    offset: Extent
    dtype: torch.dtype

    @staticmethod
    def of(value: torch.Tensor) -> Geometry:
        return Geometry(tuple(value.shape), tuple(value.stride()), value.storage_offset(), value.dtype)

    def evaluated(self, symbols: Symbols, inputs: Sequence[Any]) -> Geometry:
        numbers = [tuple(symbols.evaluate(extent, inputs) for extent in extents) for extents in (self.shape, self.stride, (self.offset,))]
        return Geometry(numbers[0], numbers[1], numbers[2][0], self.dtype)


@dataclass(frozen=True)
class Step:
    """One call that makes a view of its first operand."""

    node: Node
    grad_enabled: bool

    def run(self, source: Any, symbols: Symbols, inputs: Sequence[Any]) -> Any:
        def value_of(node: Node) -> Any:
            example = example_of(node)
            return symbols.evaluate(example, inputs) if isinstance(example, (torch.SymInt, int)) else source

        args = torch.fx.node.map_arg(self.node.args, value_of)
        kwargs = torch.fx.node.map_arg(self.node.kwargs, value_of)
        with torch.set_grad_enabled(self.grad_enabled and torch.is_grad_enabled()):
            if self.node.op == "call_method":
                return getattr(args[0], str(self.node.target))(*args[1:], **kwargs)
            return self.node.target(*args, **kwargs)  # type: ignore[operator]


@dataclass(frozen=True)
class Alias:
    """An output that is memory of an input: the input itself, if `steps` is empty and it is the same object."""

    position: int  # of the input
    is_input: bool
    steps: tuple[Step, ...] | None  # the calls that lead from the input to the output; None if they cannot be made again
    geometry: Geometry
    source_offset: Extent | None  # that of the input when it was captured; None: the geometry's offset is right as it is
    requires_grad: bool | None  # None: as the input
    is_conj: bool = False
    is_neg: bool = False


@dataclass
class Outputs:
    """What is to be done with the outputs of a rewritten graph."""

    aliases: dict[int, Alias] = field(default_factory=dict)  # by output
    requires_grad: dict[int, bool] = field(default_factory=dict)  # of the others
    groups: list[list[int]] = field(default_factory=list)  # outputs with common memory that is no input's
    same: dict[int, int] = field(default_factory=dict)  # outputs that are the object of an earlier output
    geometries: dict[int, Geometry] = field(default_factory=dict)  # of those in groups

    def nothing_to_do(self) -> bool:
        return not (self.aliases or self.groups or self.same)


def grad_modes(graph_module: GraphModule, grad_enabled: bool) -> dict[Node, bool]:
    """The grad mode in which each node runs."""
    modes: dict[Node, bool] = {}
    before_inference: list[bool] = []
    for node in graph_module.graph.nodes:
        modes[node] = grad_enabled
        name = getattr(node.target, "__name__", "")
        if node.op != "call_function":
            continue
        if name == "_set_grad_enabled":
            grad_enabled = bool(node.args[0])
        elif name == "_enter_inference_mode":
            before_inference.append(grad_enabled)
            grad_enabled = not node.args[0]
        elif name == "_exit_inference_mode" and before_inference:
            grad_enabled = before_inference.pop()
    return modes


class _Reader:
    def __init__(self, graph_module: GraphModule, grad_enabled: bool) -> None:
        self.modes = grad_modes(graph_module, grad_enabled)
        self.placeholders = [node for node in graph_module.graph.nodes if node.op == "placeholder"]
        self.symbols = Symbols(self.placeholders)
        self.by_storage: dict[int, int] = {}
        self.position = {node: index for index, node in enumerate(self.placeholders)}
        for index, node in enumerate(self.placeholders):
            storage = storage_of(example_of(node))
            if storage is not None:
                self.by_storage.setdefault(storage, index)

    def chain(self, output: Node) -> tuple[Node, list[Node]]:
        """The node whose memory the output is, and the nodes that lead from there to the output."""
        storage, node, nodes = storage_of(example_of(output)), output, []
        while node.op in ("call_method", "call_function"):
            source = next((arg for arg in node.all_input_nodes if any(storage_of(part) == storage for part in parts_of(example_of(arg)))), None)
            if source is None:
                break
            nodes.append(node)
            node = source
        return node, nodes[::-1]

    def steps(self, nodes: Sequence[Node], source: Node) -> tuple[Step, ...] | None:
        steps = []
        for node in nodes:
            if example_of(node) is not example_of(source):  # else a write, or a call that returns its operand
                if not self.can_be_made_again(node, source):
                    return None
                steps.append(Step(node, self.modes[node]))
            source = node
        return tuple(steps)

    def can_be_made_again(self, node: Node, source: Node) -> bool:
        name = str(getattr(node.target, "__name__", node.target))
        if name.split(".")[0] in REBINDING or name.endswith("_") or "out" in node.kwargs or "inplace" in node.kwargs:
            return False
        others = [arg for arg in node.all_input_nodes if arg is not source]
        return all(isinstance(example_of(arg), (int, torch.SymInt)) and self.symbols.known(example_of(arg)) for arg in others)

    def alias(self, output: Node, value: torch.Tensor) -> Alias | None:
        """How the output is memory of an input, if it is."""
        position = self.by_storage.get(storage_of(value) or 0)
        if position is None:
            return None
        root, nodes = self.chain(output)
        steps = self.steps(nodes, root) if root in self.position else None
        position = self.position.get(root, position)
        source = example_of(self.placeholders[position])
        return Alias(position, value is source, steps, Geometry.of(value), source.storage_offset(), value.requires_grad, value.is_conj(), value.is_neg())


def read_outputs(graph_module: GraphModule, grad_enabled: bool) -> tuple[Outputs, Symbols]:
    """What the captured graph says of its outputs. Call it before the graph is rewritten."""
    reader = _Reader(graph_module, grad_enabled)
    outputs = Outputs()
    members: dict[int, list[int]] = {}
    objects: dict[int, int] = {}
    returned = graph_module.graph.output_node().args[0]
    for index, node in enumerate(parts_of(returned)):
        value = example_of(node)
        if not isinstance(value, torch.Tensor):
            continue
        alias = reader.alias(node, value)
        if alias is not None:
            outputs.aliases[index] = alias
            continue
        outputs.requires_grad[index] = value.requires_grad
        if objects.setdefault(id(value), index) != index:
            outputs.same[index] = objects[id(value)]
        elif (storage := storage_of(value)) is not None:
            members.setdefault(storage, []).append(index)
            outputs.geometries[index] = Geometry.of(value)
    outputs.groups = [group for group in members.values() if len(group) > 1]
    return outputs, reader.symbols


def complete(outputs: Outputs, told: OutputAliases, places: Mapping[str, int]) -> None:
    """Adds what the analysis knows of outputs that the metadata says nothing about. `places`: positions of attributes behind the inputs."""
    for index, alias in told.inputs.items():
        position = places[alias.attribute] if alias.attribute is not None else alias.input
        numbers = (*(alias.size or ()), *(alias.stride or ()), alias.storage_offset)
        known = alias.dtype is not None and alias.size is not None and alias.stride is not None and all(isinstance(number, int) for number in numbers)
        if index in outputs.aliases or position is None or not (known or alias.is_input):
            continue
        geometry = Geometry((), (), 0, torch.float32)
        if known:
            geometry = Geometry(alias.size, alias.stride, alias.storage_offset, getattr(torch, str(alias.dtype).removeprefix("torch.")))  # type: ignore[arg-type]
        outputs.aliases[index] = Alias(position, alias.is_input, None, geometry, None, None, alias.conjugated, alias.negated)
        outputs.requires_grad.pop(index, None)


# ---- in a run


def restored_alias(alias: Alias, symbols: Symbols, values: Sequence[Any]) -> torch.Tensor:
    """values: the inputs of the run, then the attributes."""
    source: torch.Tensor = values[alias.position]
    if alias.is_input:
        return source
    wanted = alias.geometry.evaluated(symbols, values)
    moved = source.storage_offset() - symbols.evaluate(alias.source_offset, values) if alias.source_offset is not None else 0
    if source.dtype == wanted.dtype:
        wanted = Geometry(wanted.shape, wanted.stride, wanted.offset + moved, wanted.dtype)
    if alias.steps is not None:
        view: Any = source
        for step in alias.steps:
            view = step.run(view, symbols, values)
        if isinstance(view, torch.Tensor) and Geometry.of(view) == wanted:
            return view
    return strided_view(source, wanted, alias)


def strided_view(source: torch.Tensor, wanted: Geometry, alias: Alias) -> torch.Tensor:
    requires_grad = source.requires_grad if alias.requires_grad is None else alias.requires_grad
    if source.dtype == wanted.dtype and source.is_conj() == alias.is_conj and source.is_neg() == alias.is_neg:
        with torch.set_grad_enabled(requires_grad and torch.is_grad_enabled()):
            view = source if requires_grad else source.detach()
            return view.as_strided(wanted.shape, wanted.stride, wanted.offset)
    if requires_grad and torch.is_grad_enabled():
        raise OutplaceError("an output that requires gradients is a view of an input in another dtype, and the calls that made it cannot be made again")
    with torch.no_grad():
        view = torch.empty(0, dtype=wanted.dtype, device=source.device)
        view.set_(source.untyped_storage(), wanted.offset, wanted.shape, wanted.stride)
        view = view.conj() if alias.is_conj else view
        return torch._neg_view(view) if alias.is_neg else view


def share_memory(group: Sequence[int], geometries: dict[int, Geometry], outputs: list[Any], symbols: Symbols, inputs: Sequence[Any]) -> None:
    """Makes outputs views of one memory, if they are not already."""
    places = {index: geometries[index].evaluated(symbols, inputs) for index in group}
    if shares(group, places, outputs):
        return
    spans = {index: span(place) for index, place in places.items()}
    begin, end = min(low for low, _ in spans.values()), max(high for _, high in spans.values())
    dtypes = {place.dtype for place in places.values()}
    base = next((index for index in group if spans[index] == (begin, end) and is_dense(places[index]) and has_strides(outputs[index], places[index])), None)
    if len(dtypes) > 1:
        raise OutplaceError("outputs of several dtypes share memory, and one of them was written")
    if base is not None:
        memory, start = outputs[base], outputs[base].storage_offset() - places[base].offset
    else:
        memory, start = outputs[group[0]].new_empty(end - begin), -begin
        for index in group:
            place = places[index]
            memory.as_strided(place.shape, place.stride, place.offset + start).copy_(outputs[index])
    for index in group:
        place = places[index]
        if index != base:
            outputs[index] = memory.as_strided(place.shape, place.stride, place.offset + start)


def shares(group: Sequence[int], places: dict[int, Geometry], outputs: Sequence[Any]) -> bool:
    first = outputs[group[0]]
    for index in group:
        value, place = outputs[index], places[index]
        if value.numel() == 0:
            continue
        if storage_of(value) != storage_of(first) or not has_strides(value, place):
            return False
        distance = value.storage_offset() * value.element_size() - first.storage_offset() * first.element_size()
        if distance != place.offset * value.element_size() - places[group[0]].offset * first.element_size():
            return False
    return True


def has_strides(value: torch.Tensor, place: Geometry) -> bool:
    return all(a == b for a, b, size in zip(value.stride(), place.stride, place.shape, strict=True) if size != 1)


def span(place: Geometry) -> tuple[int, int]:
    """The first place of memory of a tensor, and the one behind its last."""
    if 0 in place.shape:
        return int(place.offset), int(place.offset)
    last = sum((size - 1) * step for size, step in zip(place.shape, place.stride, strict=True))
    return int(place.offset), int(place.offset + last + 1)


def is_dense(place: Geometry) -> bool:
    """Does the tensor fill its span, with every element in a place of its own?"""
    expected = 1
    for step, size in sorted((step, size) for step, size in zip(place.stride, place.shape, strict=True) if size != 1):
        if step != expected:
            return False
        expected *= int(size)
    return True
