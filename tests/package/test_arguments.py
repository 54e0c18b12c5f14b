"""Arguments of every type survive: as the same objects where nothing changed, as equal ones where a part of them did."""

import contextlib
import enum
from collections import namedtuple
from typing import Any

import numpy
import outplace
import pytest
import torch
from capture import same_state, state
from torch.fx import Graph, GraphModule

Pair = namedtuple("Pair", ["first", "second"])


class Level(enum.IntEnum):
    LOW = 1


class Mode(enum.Enum):
    FAST = "fast"


class Thing:
    def __repr__(self) -> str:
        return "a thing"


def module_of(graph: Graph) -> GraphModule:
    """Not every object has a repr that Python can read, so the code is not made again."""
    graph_module = GraphModule(torch.nn.Module(), Graph())
    graph_module.recompile = lambda: None  # type: ignore[method-assign, assignment, return-value]
    graph_module.graph = graph
    return graph_module


def graph_of(x_argument: Any) -> tuple[GraphModule, Any]:
    graph = Graph()
    x = graph.placeholder("x")
    graph.call_method("add_", (x, 1))
    node = graph.call_function(torch.add, (x, x))
    node.kwargs = {"alpha": x_argument}
    graph.output((node,))
    return module_of(graph), node


THING, OTHER = Thing(), Thing()
VALUES = [
    2, True, 1.5, 1e-05, float("inf"), -0.0, 2**70, -(2**63), 1j, complex(1, -2), "text with 'quotes' and \n", None, Ellipsis, torch.float32, torch.device("cpu"),
    torch.device("cuda", 1), torch.strided, torch.channels_last, slice(1, None, 2), range(3), Level.LOW, Mode.FAST, numpy.int64(3), numpy.float64(0.5), THING,
    [1, [2, (3,)]], (), [], {"a": 1, "b": [2]}, Pair(1, 2), torch.Size([2, 3]), torch.zeros(2), b"bytes", int, Thing, frozenset({1}),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_an_argument_of_a_node_that_is_edited(value: Any) -> None:
    graph_module, node = graph_of(value)
    before = node.kwargs["alpha"]
    try:
        outplace.functionalize(graph_module)
    except outplace.OutplaceError:
        # No alpha that torch.add takes: then the graph is as it was.
        assert node.kwargs["alpha"] is before
        return
    assert node.args[0].name == "x_modified"
    assert node.kwargs["alpha"] is before


def test_two_objects_that_look_the_same_are_told_apart() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    graph.call_method("add_", (x, 1))
    y = graph.call_function(torch.ops.higher_order.cond, (x, THING, OTHER, (x,)))
    graph.output((y,))
    graph_module = module_of(graph)
    with contextlib.suppress(outplace.OutplaceError):
        outplace.functionalize(graph_module)
    assert y.args[1] is THING and y.args[2] is OTHER


def test_containers_keep_their_types() -> None:
    graph = Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    graph.call_method("add_", (x, 1))
    graph.output(Pair(x, {"y": y, "rest": [x, 3]}))
    graph_module = GraphModule(torch.nn.Module(), graph)
    result = outplace.functionalize(graph_module)
    output = graph_module.graph.output_node().args[0]
    assert result.io_map == {0: 0, 1: 1}
    assert type(output) is Pair and output.first.name == "x_modified"
    assert output.second["y"] is y and output.second["rest"][0].name == "x_modified" and output.second["rest"][1] == 3


def test_a_node_of_another_graph_is_refused() -> None:
    other = Graph().placeholder("z")
    graph_module, node = graph_of(1)
    node._update_args_kwargs((node.args[0], other), {})
    before = state(graph_module)
    with pytest.raises(ValueError, match="not in the graph"):
        outplace.functionalize(graph_module)
    assert same_state(before, state(graph_module))


def test_arguments_that_are_nested_too_deeply_are_refused() -> None:
    value: Any = 1
    for _ in range(100):
        value = [value]
    graph_module, _ = graph_of(value)
    with pytest.raises(ValueError, match="nested"):
        outplace.functionalize(graph_module)
