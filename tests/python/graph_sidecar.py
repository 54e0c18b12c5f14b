"""What a text does not say of a captured graph: the file for `--inputs`, and which outputs are inputs or views of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from graph_harness import flatten

OTHER_THAN_TENSORS = ((torch.SymInt, "symint"), ((torch.SymFloat, torch.SymBool, bool, int, float), "number"))


def extent(value: int | torch.SymInt) -> int | str:
    return value if isinstance(value, int) else str(value.node.expr)


def number(value: int | torch.SymInt) -> int:
    """The value that a symbol has in the run that is captured; asking for it leaves no guard."""
    return value if isinstance(value, int) else int(value.node.hint)


class Describer:
    """Entries of a sidecar; equal storages get equal numbers."""

    def __init__(self) -> None:
        self.storages: dict[int, int] = {}

    def entry(self, name: str, value: Any) -> dict[str, Any]:
        if isinstance(value, torch.Tensor):
            return self.tensor(name, value)
        if isinstance(value, (list, tuple)):
            return {"name": name, "kind": "list", "items": [self.entry(f"{name}_{i}", item) for i, item in enumerate(value)]}
        kind = next((kind for types, kind in OTHER_THAN_TENSORS if isinstance(value, types)), "other")
        return {"name": name, "kind": kind} | ({"expr": extent(value)} if kind == "symint" else {})

    def tensor(self, name: str, value: torch.Tensor) -> dict[str, Any]:
        storage = value.untyped_storage()
        entry = {
            "name": name, "kind": "tensor", "dtype": str(value.dtype).removeprefix("torch."), "shape": [extent(size) for size in value.shape],
            "stride": [extent(step) for step in value.stride()], "storage_offset": extent(value.storage_offset()),
            "storage": self.storages.setdefault(storage._cdata, len(self.storages)), "requires_grad": value.requires_grad, "device": str(value.device),
        }  # fmt: skip
        size = storage.nbytes()
        return entry | ({"storage_nbytes": size} if isinstance(size, int) else {})


def attributes(graph_module: torch.fx.GraphModule) -> dict[str, torch.Tensor]:
    """The tensors that the graph reads as self.NAME, in order."""
    found = {}
    for node in graph_module.graph.find_nodes(op="get_attr"):
        value: Any = graph_module
        for part in node.target.split("."):
            value = getattr(value, part)
        if isinstance(value, torch.Tensor):
            found[node.target] = value
    return found


def with_symbols(entry: dict[str, Any], example: Any) -> dict[str, Any]:
    """The entry of a real input with sizes and strides as the graph has them; not where the graph changes them (the example shows what they are at last)."""
    if not isinstance(example, torch.Tensor) or entry["kind"] != "tensor":
        return entry
    for key, extents in (("shape", example.shape), ("stride", example.stride())):
        if [number(value) for value in extents] == entry[key]:
            entry = entry | {key: [extent(value) for value in extents]}
    return entry


def sidecar(graph_module: torch.fx.GraphModule, example_inputs: list[Any]) -> dict[str, Any]:
    describer = Describer()
    inputs = []
    for node, value in zip(graph_module.graph.find_nodes(op="placeholder"), example_inputs, strict=True):
        example = node.meta.get("example_value")
        inputs.append(with_symbols(describer.entry(node.name, example if isinstance(example, torch.SymInt) else value), example))
    return {
        "inputs": inputs,
        "attributes": [describer.entry(*pair) for pair in attributes(graph_module).items()],
        "grad_enabled": torch.is_grad_enabled() and not torch.is_inference_mode_enabled(),
    }


@dataclass(frozen=True)
class Alias:
    """An output that is memory of an input: the input itself, or the view of it that starts at the offset."""

    position: int
    is_input: bool
    offset: int
    requires_grad: bool


def output_aliases(graph_module: torch.fx.GraphModule) -> list[Alias | None]:
    """For each flat output, the input whose memory it is."""
    examples = [node.meta.get("example_value") for node in graph_module.graph.find_nodes(op="placeholder")]
    results = []
    for node in flatten(graph_module.graph.output_node().args[0]):
        value = node.meta.get("example_value") if isinstance(node, torch.fx.Node) else None
        results.append(alias_of(value, examples) if isinstance(value, torch.Tensor) else None)
    return results


def alias_of(value: torch.Tensor, inputs: list[Any]) -> Alias | None:
    same = [i for i, example in enumerate(inputs) if example is value]
    mates = [i for i, example in enumerate(inputs) if isinstance(example, torch.Tensor) and shares_memory(example, value)]
    if not mates:
        return None
    return Alias(same[0] if same else mates[0], bool(same), number(value.storage_offset()), value.requires_grad)


def shares_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.untyped_storage()._cdata == b.untyped_storage()._cdata
