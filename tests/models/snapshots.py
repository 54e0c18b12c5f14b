"""What a run left behind, as far as a program can see it: contents, types, strides, gradients, and what shares memory with what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

PLAIN = (bool, int, float, complex, str, type(None))


def leaves(value: Any, path: str = "", above: tuple[int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Tensors and plain values within an object, with the way to them."""
    if id(value) in above:
        return
    above = (*above, id(value))
    if isinstance(value, torch.Tensor):
        yield path, value
        if value.is_leaf and value.grad is not None:
            yield f"{path}.grad", value.grad
    elif isinstance(value, PLAIN):
        yield path, value
    else:
        for name, part in parts(value):
            yield from leaves(part, f"{path}.{name}" if path else name, above)


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.nn.Module):
        yield from value.named_parameters(remove_duplicate=False)
        for name, module in value.named_modules():
            held = {**module._buffers, **{key: item for key, item in vars(module).items() if isinstance(item, torch.Tensor)}}
            yield from ((f"{name}.{key}" if name else key, item) for key, item in held.items())
    elif isinstance(value, torch.optim.Optimizer):
        for index, group in enumerate(value.param_groups):
            yield from ((f"group{index}.{key}", item) for key, item in group.items() if key != "params")
            yield from ((f"state{index}.{at}", value.state.get(held)) for at, held in enumerate(group["params"]))
    elif isinstance(value, dict):
        yield from ((str(key), item) for key, item in value.items())
    elif isinstance(value, (list, tuple)):
        yield from ((str(index), item) for index, item in enumerate(value))
    elif type(value).__module__.startswith("transformers.") and "cache" in type(value).__module__:
        yield from vars(value).items()


@dataclass
class Leaf:
    content: Any
    description: tuple  # all of a tensor but its content
    storage: int = 0
    identity: int = 0


def leaf(value: Any) -> Leaf:
    if not isinstance(value, torch.Tensor):
        return Leaf(repr(value), (type(value).__name__,))
    described = (value.dtype, tuple(value.shape), meaningful_strides(value), value.requires_grad, value.grad_fn is None, str(value.device))
    content = value.detach().resolve_conj().resolve_neg().contiguous().reshape(-1).view(torch.uint8).clone()
    return Leaf(content, described, value.untyped_storage()._cdata if value.numel() else 0, id(value))


def meaningful_strides(value: torch.Tensor) -> tuple[int, ...]:
    """A stride counts where there is more than one element to step over."""
    return tuple(step if size > 1 and value.numel() else 0 for step, size in zip(value.stride(), value.shape))


def partition(keys: dict[str, int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for path, key in keys.items():
        groups.setdefault(key, []).append(path)
    return [group for group in groups.values() if len(group) > 1]


class Snapshot:
    def __init__(self, value: Any) -> None:
        self.leaves = {path: leaf(item) for path, item in leaves(value)}
        self.sharing = partition({path: item.storage for path, item in self.leaves.items() if item.storage})
        self.same = partition({path: item.identity for path, item in self.leaves.items() if item.identity})

    def differences(self, other: Snapshot) -> list[str]:
        """All that tells this one, of the eager run, from the other."""
        found = [f"{path} is missing" for path in self.leaves if path not in other.leaves]
        found += [f"{path} is new" for path in other.leaves if path not in self.leaves]
        for path, mine in self.leaves.items():
            if path in other.leaves:
                found += difference(path, mine, other.leaves[path])
        if self.sharing != other.sharing:
            found.append(f"memory is shared by {changed(other.sharing, self.sharing)} instead of {changed(self.sharing, other.sharing)}")
        if self.same != other.same:
            found.append(f"one tensor is {changed(other.same, self.same)} instead of {changed(self.same, other.same)}")
        return found


def changed(groups: list[list[str]], others: list[list[str]]) -> list[list[str]]:
    return [group for group in groups if group not in others]


def difference(path: str, mine: Leaf, other: Leaf) -> list[str]:
    if mine.description != other.description:
        return [f"{path} is {other.description} instead of {mine.description}"]
    if isinstance(mine.content, str):
        return [] if mine.content == other.content else [f"{path} is {other.content} instead of {mine.content}"]
    return [] if torch.equal(mine.content, other.content) else [f"{path} has other content"]
