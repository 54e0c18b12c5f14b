"""Which inputs of a call share memory with one that is written.

A rewrite is right for inputs that share memory as its example inputs did. torch.compile has no guard on that for tensors that are not the same object, so it is looked at in every call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from outplace._outputs import storage_of
from outplace.errors import OutplaceError

Pattern = tuple[tuple[Any, ...], ...]


def pattern_of(values: Sequence[Any], written: Sequence[int], names: Sequence[str], *, offsets: bool = False) -> Pattern:
    """Equal for calls in which the same inputs lie in the same places of common memory, as far as a written one is among them. With `offsets` absolute places count, too.

    values: inputs and attributes. written: positions of those that are written; inputs that share memory with these count as written where it matters.
    """
    storages = [storage_of(value) for value in values]
    shared = [position for position in written if storages[position] is not None]
    interesting = {storages[position] for position in shared}
    members: dict[int, list[int]] = {}
    for position, storage in enumerate(storages):
        if storage in interesting:
            members.setdefault(storage, []).append(position)  # type: ignore[arg-type]
    refuse_foreign_memory(values, storages, interesting, names)
    groups: list[tuple[Any, ...]] = [tuple((position, *place(values[position])) for position in group) for group in members.values() if len(group) > 1]
    if offsets:
        groups.append(tuple(value.storage_offset() if storage is not None else None for value, storage in zip(values, storages, strict=True)))
    return tuple(groups)


def place(value: torch.Tensor) -> tuple[Any, ...]:
    return value.storage_offset(), tuple(value.shape), tuple(value.stride())


def refuse_foreign_memory(values: Sequence[Any], storages: Sequence[int | None], interesting: set[int | None], names: Sequence[str]) -> None:
    """Memory that several storages stand for, as after two calls of torch.from_numpy on one array, is seen by its address."""
    spans: dict[int, tuple[int, int, int]] = {}
    for position, storage in enumerate(storages):
        if storage is None or storage in spans or values[position].device.type == "meta":
            continue
        try:
            memory = values[position].untyped_storage()
            begin, size = memory.data_ptr(), memory.nbytes()
        except (RuntimeError, NotImplementedError):
            continue
        if begin and size:
            spans[storage] = (begin, begin + size, position)
    ordered = sorted((begin, end, position, storage in interesting) for storage, (begin, end, position) in spans.items())
    reached: tuple[int, int, bool] | None = None  # the one that reaches furthest
    for begin, end, position, written in ordered:
        if reached is not None and begin < reached[0] and (written or reached[2]):
            raise OutplaceError(
                f"{names[position]} and {names[reached[1]]} are different storages over the same memory, and one of them is written: pass views of one tensor instead"
            )
        if reached is None or end > reached[0]:
            reached = (end, position, written)
