"""Writing the new contents of inputs and attributes to them, after a pure graph has run.

All new contents are there before the first write. A value that is memory of a tensor that is written is copied first. Of tensors in common memory one that holds all of another is written
in its place. Gradients are as in eager mode: a tensor that was written with gradients being recorded gets the new history, one that was written without keeps what it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from outplace._outputs import Geometry, example_of, grad_modes, is_dense, span, storage_of
from outplace.errors import OutplaceError

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node


@dataclass(frozen=True)
class Write:
    """One tensor that gets new content."""

    output: int
    position: int  # among the inputs, then the attributes
    name: str
    recorded: bool | None  # whether its history changes with it; None: if the new content has one


def writers_with_gradients(graph_module: GraphModule, writers: Sequence[str], grad_enabled: bool) -> set[int]:
    """Storages that a node wrote while gradients were recorded, through a tensor that has some in the end."""
    modes = grad_modes(graph_module, grad_enabled)
    names = set(writers)
    found: set[int] = set()
    for node in graph_module.graph.nodes:
        if node.name not in names or not modes[node]:
            continue
        for operand in node.all_input_nodes:
            for value in _tensors(example_of(operand)):
                storage = storage_of(value)
                if storage is not None and value.requires_grad:
                    found.add(storage)
    return found


def _tensors(value: Any) -> list[torch.Tensor]:
    parts = value if isinstance(value, (list, tuple)) else (value,)
    return [part for part in parts if isinstance(part, torch.Tensor)]


def is_recorded(node: Node, storages: set[int]) -> bool | None:
    """Whether the history of an input or attribute is a new one after the graph."""
    value = example_of(node)
    if not isinstance(value, torch.Tensor):
        return None
    return value.requires_grad and storage_of(value) in storages


def write_back(writes: Sequence[Write], outputs: Sequence[Any], values: Sequence[Any]) -> None:
    """values: the inputs, then the attributes."""
    targets = [values[write.position] for write in writes]
    memory = {storage_of(target) for target in targets}
    contents = []
    for write, target in zip(writes, targets, strict=True):
        value = outputs[write.output]
        if value.shape != target.shape or value.dtype != target.dtype:
            raise OutplaceError(
                f"the new content of {write.name} has shape {tuple(value.shape)} and dtype {value.dtype}, but it has shape {tuple(target.shape)} and dtype {target.dtype}"
            )
        contents.append(value.clone() if value is not target and storage_of(value) in memory else value)
    contained = _contained(writes, targets)
    for index, (write, target, content) in enumerate(zip(writes, targets, contents, strict=True)):
        if content is not target and index not in contained:
            _copy(target, content, write.recorded)


def _contained(writes: Sequence[Write], targets: Sequence[torch.Tensor]) -> set[int]:
    """Those that another one holds, so that writing to that is enough. A tensor that gets a new history is written itself if the other one does not."""
    groups: dict[int, list[int]] = {}
    for index, target in enumerate(targets):
        storage = storage_of(target)
        if storage is not None:
            groups.setdefault(storage, []).append(index)
    found: set[int] = set()
    for group in groups.values():
        if len(group) > 1:
            found |= _held_by_largest(group, writes, targets)
    return found


def _held_by_largest(group: Sequence[int], writes: Sequence[Write], targets: Sequence[torch.Tensor]) -> set[int]:
    places = {index: Geometry.of(targets[index]) for index in group}
    largest = max(group, key=lambda index: targets[index].numel())
    if not is_dense(places[largest]):
        return set()
    begin, end = span(places[largest])
    alike = [index for index in group if places[index].dtype == places[largest].dtype and (writes[largest].recorded or not writes[index].recorded)]
    return {index for index in alike if index != largest and begin <= span(places[index])[0] and span(places[index])[1] <= end}


def _copy(target: torch.Tensor, content: torch.Tensor, recorded: bool | None) -> None:
    if recorded is None:
        recorded = content.requires_grad
    recorded = recorded and torch.is_grad_enabled() and not (target.is_leaf and target.requires_grad)
    with torch.set_grad_enabled(recorded):
        if not any(step == 0 and size > 1 for size, step in zip(target.shape, target.stride(), strict=True)):
            target.copy_(content)
            return
        for dim, (size, step) in enumerate(zip(target.shape, target.stride(), strict=True)):
            if step == 0 and size > 1:
                target, content = target.narrow(dim, 0, 1), content.narrow(dim, 0, 1)
        target.copy_(content)
