"""What a graph module was before passes ran over it, so that a run that fails can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch.fx import Graph, GraphModule, Node


@dataclass(frozen=True)
class NodeRecord:
    node: Node
    name: str
    op: str
    target: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    type: Any
    meta: dict[str, Any]

    def holds(self) -> bool:
        """Is the node as it was?"""
        node = self.node
        return (
            node.name == self.name
            and node.op == self.op
            and node.target is self.target
            and node.args is self.args
            and node.kwargs is self.kwargs
            and len(node.meta) == len(self.meta)
            and all(node.meta.get(key) is value for key, value in self.meta.items())
        )


class Snapshot:
    """Records of all nodes of a graph module and of the sub-graphs in it. Taking one costs a microsecond a node."""

    def __init__(self, graph_module: GraphModule) -> None:
        import torch.fx

        self.module = graph_module
        self.graph = graph_module.graph
        self.meta = dict(graph_module.meta)
        self.records = [
            NodeRecord(node, node.name, node.op, node.target, node.args, node.kwargs, node.type, dict(node.meta)) for node in graph_module.graph.nodes
        ]
        children = {id(child): child for child in graph_module.children() if isinstance(child, torch.fx.GraphModule)}
        self.children = [Snapshot(child) for child in children.values()]

    def holds(self) -> bool:
        if self.module.graph is not self.graph or len(self.graph.nodes) != len(self.records):
            return False
        return all(node is record.node and record.holds() for node, record in zip(self.graph.nodes, self.records, strict=True))

    def restore(self) -> None:
        """Nodes of a graph that did not change stay the objects they are; one that did is made again from the records."""
        for child in self.children:
            child.restore()
        self.module.meta.clear()
        self.module.meta.update(self.meta)
        if not self.holds():
            self.module.graph = self.rebuilt()

    def rebuilt(self) -> Graph:
        import torch.fx

        graph = torch.fx.Graph(tracer_cls=self.graph._tracer_cls)
        graph._codegen = self.graph._codegen
        made: dict[Node, Node] = {}
        for record in self.records:
            args, kwargs = (torch.fx.node.map_arg(value, made.__getitem__) for value in (record.args, record.kwargs))
            node = graph.create_node(record.op, record.target, args, kwargs, record.name, record.type)  # type: ignore[arg-type]
            node.meta.update(record.meta)
            made[record.node] = node
        return graph
