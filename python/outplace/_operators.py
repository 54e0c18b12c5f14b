"""Schemas of operators that are registered with PyTorch, but not built in: those of libraries and of torch.library.custom_op."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from outplace import _core

if TYPE_CHECKING:
    from torch._ops import OpOverloadPacket
    from torch.fx import GraphModule


def known_operators(graph_module: GraphModule, ops: str | None) -> _core.Operators | None:
    """The built-in operators, those of `ops`, and those of the graph that PyTorch knows the schemas of: they say what is written and which arguments results alias."""
    declared = {line.partition("(")[0].strip() for line in (ops or "").splitlines()}
    packets = dict.fromkeys([*packets_of(graph_module), *packets_named(ops or "")])
    schemas = [text for text in registered_schemas(packets) if text.partition("(")[0] not in declared]
    if ops is None and not schemas:
        return None
    return _core.Operators.read("\n".join([ops or "", *schemas]), "ops")


def registered_schemas(packets: Iterable[OpOverloadPacket]) -> Iterator[str]:
    for packet in packets:
        if not _core.Operators.has_builtin(f"torch.ops.{packet}"):
            yield from (str(getattr(packet, name)._schema) for name in packet.overloads())  # type: ignore[no-untyped-call]


def packets_named(ops: str) -> Iterator[OpOverloadPacket]:
    """Those that lines of declarations speak of: attributes may be given to an operator that this graph does not call."""
    import torch

    for space, name in re.findall(r"^(\w+)::(\w+)", ops, re.MULTILINE):
        packet = getattr(getattr(torch.ops, space), name, None)
        if packet is not None:
            yield packet


def packets_of(graph_module: GraphModule) -> Iterator[OpOverloadPacket]:
    import torch.fx

    for module in graph_module.modules():
        if isinstance(module, torch.fx.GraphModule):
            for target in dict.fromkeys([node.target for node in module.graph.nodes]):
                if isinstance(target, torch._ops.OpOverload):
                    yield target.overloadpacket
                elif isinstance(target, torch._ops.OpOverloadPacket):
                    yield target
