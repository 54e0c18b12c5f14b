"""Runs graphs from their text and compares a mutating graph with its rewritten form.

The mutating graph runs on tensors of the recorded layout, with the recorded sharing of storages. The rewritten one runs on an equal set. They agree if the outputs are
bit for bit equal, the rewritten graph leaves its inputs alone, and the outputs named by the io_map are what the mutating graph left in its inputs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from graph_files import StoredGraph
from printed_names import global_names, load_op_libraries, resolve

# `w @= y;  z = w` makes a new tensor. As text it would bind w to it too, while later readers of w mean the old one.
MATMUL_ASSIGN = re.compile(r'^(\s*)(\w+) @= (\S+);  (\w+)(?:: "[^"]*")? = \2\b', re.MULTILINE)
CLASS_NAME = re.compile(r"^(\s*class )<lambda>", re.MULTILINE)


def executable(text: str) -> str:
    """The text as Python that means what the graph means."""
    text = CLASS_NAME.sub(r"\1GraphModule", text)
    return MATMUL_ASSIGN.sub(r"\1\4 = \2 @ \3", text)


def instantiate(cls: type) -> torch.nn.Module:
    """A module of the class, with one of each nested class as submodule."""
    instance = cls()
    for name, nested in list(vars(cls).items()):
        if isinstance(nested, type):
            delattr(cls, name)
            setattr(instance, name, instantiate(nested))
    return instance


def load_module(text: str) -> torch.nn.Module:
    source = executable(text)
    load_op_libraries(source)
    namespace = {name: resolve(name) for name in global_names(source)} | {"torch": torch}
    before = set(namespace)
    exec(compile(source, "graph", "exec", dont_inherit=True), namespace)
    classes = [value for name, value in namespace.items() if name not in before and isinstance(value, type)]
    return instantiate(classes[0])


class InputMaker:
    """Tensors as the entries of a sidecar describe them; equal seeds give equal contents."""

    def __init__(self, seed: int) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        self.storages: dict[int, torch.UntypedStorage] = {}

    def make(self, entry: dict[str, Any]) -> Any:
        if entry["kind"] == "list":
            return [self.make(item) for item in entry["items"]]
        return self.tensor(entry) if entry["kind"] == "tensor" else entry["value"]

    def tensor(self, entry: dict[str, Any]) -> torch.Tensor:
        dtype = getattr(torch, entry["dtype"])
        shape, stride = entry.get("shape_hint", entry["shape"]), entry.get("stride_hint", entry["stride"])
        tensor = torch.empty(0, dtype=dtype).set_(self.storage(entry, dtype), entry["storage_offset"], shape, stride)
        if entry.get("values") and tensor.numel():
            tensor.copy_(torch.tensor(entry["values"], dtype=dtype).reshape(shape))
        if entry["role"] == "parameter":
            return torch.nn.Parameter(tensor, requires_grad=entry["requires_grad"])
        return tensor.requires_grad_() if entry["requires_grad"] else tensor

    def storage(self, entry: dict[str, Any], dtype: torch.dtype) -> torch.UntypedStorage:
        key = entry["storage"]
        if key not in self.storages:
            count = max(1, math.ceil(entry["storage_nbytes"] / dtype.itemsize))
            self.storages[key] = self.content(count, dtype).untyped_storage()
        return self.storages[key]

    def content(self, count: int, dtype: torch.dtype) -> torch.Tensor:
        if dtype.is_complex:
            return torch.randn(count, generator=self.generator, dtype=torch.complex64).to(dtype)
        if dtype.is_floating_point:  # positive, so that variances, scales and logarithms stay finite
            return (torch.rand(count, generator=self.generator) + 0.1).to(dtype)
        return torch.zeros(count, dtype=dtype)  # integers are indices more often than not


def flatten(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flatten(item)
    elif isinstance(value, dict):
        yield from flatten(list(value.values()))
    else:
        yield value


def same_bits(a: Any, b: Any) -> bool:
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return type(a) is type(b) and a == b
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return torch.equal(raw_bytes(a), raw_bytes(b))


def raw_bytes(tensor: torch.Tensor) -> torch.Tensor:
    plain = tensor.detach().resolve_conj().resolve_neg()
    return torch.empty(plain.shape, dtype=plain.dtype).copy_(plain).reshape(-1).view(torch.uint8)


def same_strides(a: Any, b: Any) -> bool:
    """Strides agree where they matter: in dims of more than one element."""
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor) or a.numel() == 0:
        return True
    return all(x == y for x, y, size in zip(a.stride(), b.stride(), a.shape) if size > 1)


@dataclass
class Execution:
    outputs: list[Any]
    before: list[Any]  # inputs, then attributes, as they were
    after: list[Any]


def execute(graph: StoredGraph, text: str, seed: int = 0) -> Execution:
    entries = graph.inputs + graph.attributes
    keep, use = InputMaker(seed), InputMaker(seed)
    before, values = [keep.make(entry) for entry in entries], [use.make(entry) for entry in entries]
    module = load_module(text)
    count = len(graph.inputs)
    for path, tensor in zip(graph.attribute_paths, values[count:]):
        object.__setattr__(module, path, tensor)
    ambient = graph.meta["ambient"]
    torch.manual_seed(seed)
    with torch.inference_mode(ambient["inference_mode"]), torch.set_grad_enabled(ambient["grad_enabled"]):
        outputs = module.forward(*values[:count])
    return Execution(list(flatten(outputs)), before, values)


def mutated_inputs(graph: StoredGraph, run: Execution) -> list[str]:
    names = [entry["name"] for entry in graph.inputs]
    return [name for name, b, a in zip(names, run.before, run.after) if not all(map(same_bits, flatten(b), flatten(a)))]


def differences(graph: StoredGraph, original: Execution, rewritten: Execution, maps: dict[str, Any]) -> list[str]:
    """All that tells the two apart; empty if the rewrite is exact."""
    found = []
    for index, (before, after) in enumerate(zip(rewritten.before, rewritten.after)):
        if not all(map(same_bits, flatten(before), flatten(after))):
            found.append(f"the rewritten graph changes its input {index}")
    count = maps["original_output_count"]
    if count != len(original.outputs):
        return [*found, f"original_output_count is {count}, the graph has {len(original.outputs)} outputs"]
    for index, (old, new) in enumerate(zip(original.outputs, rewritten.outputs)):
        if not same_bits(old, new):
            found.append(f"output {index} differs")
        elif not same_strides(old, new):
            found.append(f"output {index} has strides {new.stride()} instead of {old.stride()}")
    return found + state_differences(graph, original, rewritten, maps)


def state_differences(graph: StoredGraph, original: Execution, rewritten: Execution, maps: dict[str, Any]) -> list[str]:
    found, final = [], list(rewritten.before)
    attribute_position = {path: len(graph.inputs) + i for i, path in enumerate(graph.attribute_paths)}
    places = {int(output): position for output, position in maps["io_map"].items()}
    places |= {int(output): attribute_position[path] for output, path in maps["state_map"].items()}
    for output, position in places.items():
        if output >= len(rewritten.outputs):
            found.append(f"there is no output {output}")
        else:
            final[position] = rewritten.outputs[output]
    for index, (expected, got) in enumerate(zip(original.after, final)):
        if not all(map(same_bits, flatten(expected), flatten(got))):
            found.append(f"input {index} ends with another value")
        elif not all(map(same_strides, flatten(expected), flatten(got))):
            found.append(f"input {index} ends with other strides")
    return found
