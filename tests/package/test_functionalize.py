"""functionalize on graphs that Dynamo captured: what it computes, what it leaves alone, what it says."""

import copy
import operator
from typing import Any, ClassVar

import outplace
import pytest
import torch
from capture import capture, run_and_write_back, same_state, state
from torch.fx import Graph, GraphModule


def cache_step(cache: torch.Tensor, key: torch.Tensor, query: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    cache[:3] = key
    cache.add_(1.0)
    row = cache[1]
    cache[2, 1:3] = query
    return cache.sum(1), row


def inputs() -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(5, 4), torch.randn(3, 4), torch.randn(2)]


def test_the_result_computes_what_eager_does() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    result = outplace.functionalize(graph_module)
    expected_inputs, found_inputs = inputs(), inputs()
    expected = cache_step(*expected_inputs)
    found = run_and_write_back(result, found_inputs)
    assert all(map(torch.equal, expected, found))
    assert all(map(torch.equal, expected_inputs, found_inputs))
    assert result.graph_module is graph_module
    assert result.io_map == {2: 0}
    assert result.original_output_count == 2
    assert result.report.mutated_inputs == ["l_cache_"]
    graph_module.graph.lint()


def test_names_follow_the_mutated_input() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    outplace.functionalize(graph_module)
    names = [node.name for node in graph_module.graph.nodes]
    assert [name for name in names if "modified" in name] == ["l_cache__modified", "l_cache__modified_2", "l_cache__modified_3"]


def test_nodes_that_do_not_change_stay_the_same_objects() -> None:
    graph_module, _ = capture(lambda x, y: (x + y, y.relu(), x.add_(y)), torch.randn(3), torch.randn(3))
    before = {node.name: (node, node.args, node.meta, dict(node.meta)) for node in graph_module.graph.nodes}
    outplace.functionalize(graph_module)
    after = {node.name: node for node in graph_module.graph.nodes}
    for name in ("l_x_", "l_y_", "add", "relu"):
        node, args, meta, entries = before[name]
        assert after[name] is node and node.args is args and node.meta is meta and node.meta == entries
    written = before["add_"][0]
    assert after["l_x__modified"] is written and written.target == "add"


def test_a_pure_graph_is_left_alone_and_not_compiled_again() -> None:
    graph_module, _ = capture(lambda x, y: (x @ y).relu(), torch.randn(3, 3), torch.randn(3, 3))
    before = state(graph_module)
    graph_module.recompile = lambda: pytest.fail("recompiled")  # type: ignore[method-assign]
    result = outplace.functionalize(graph_module)
    assert same_state(before, state(graph_module))
    assert result.io_map == {} and result.report.mutations == []


def test_new_nodes_have_example_values_and_source_lines() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    fakes = {id(node.meta.get("example_value")) for node in graph_module.graph.nodes}
    old = set(graph_module.graph.nodes)
    outplace.functionalize(graph_module)
    made = [node for node in graph_module.graph.nodes if node not in old]
    assert made
    for node in made:
        assert node.meta["example_value"].shape == node.meta["example_value"].size()
        assert "test_functionalize.py" in node.meta["stack_trace"]
    # A tensor of equal metadata is there already.
    assert id(next(node for node in graph_module.graph.nodes if node.name == "l_cache__modified").meta["example_value"]) in fakes


def inputs_of(node: torch.fx.Node) -> list[torch.fx.Node]:
    found: list[torch.fx.Node] = []
    torch.fx.node.map_arg((node.args, node.kwargs), found.append)
    return list(dict.fromkeys(found))


def test_users_and_the_tables_of_the_graph_are_right_after_edits() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    outplace.functionalize(graph_module)
    nodes = list(graph_module.graph.nodes)
    assert len(nodes) == len(graph_module.graph.nodes)
    for node in nodes:
        assert node.all_input_nodes == inputs_of(node)
        assert set(node.users) == {user for user in nodes if node in inputs_of(user)}
        if node.op == "call_function":
            assert set(graph_module.graph.find_nodes(op="call_function", target=node.target)) == {other for other in nodes if other.target == node.target}
    assert set(graph_module.graph.find_nodes(op="call_method", target="add")) == {node for node in nodes if node.target == "add"}
    assert not graph_module.graph.find_nodes(op="call_method", target="add_")


def test_hooks_see_new_nodes_with_their_arguments() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    seen: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
    graph_module._register_create_node_hook(lambda node: seen.append((node.name, node.args, node.kwargs)))
    outplace.functionalize(graph_module)
    made = [(node.name, node.args, node.kwargs) for node in graph_module.graph.nodes if node.name in {name for name, _, _ in seen}]
    assert made and made == seen


class Loud(torch.Tensor):
    """A tensor that is not asked by the bridge: its class sees every use of an attribute."""

    asked: ClassVar[list[str]] = []

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.asked.append(str(func))
        return super().__torch_function__(func, types, args, kwargs)


def test_tensors_of_classes_with_torch_functions_are_read_without_running_them() -> None:
    graph_module = torch.fx.symbolic_trace(lambda x, y: x.add_(y))
    examples = [torch.zeros(3, 2).as_subclass(Loud), torch.ones(2)]
    Loud.asked.clear()
    result = outplace.functionalize(graph_module, examples)
    assert result.io_map == {0: 0}
    assert not Loud.asked
    assert examples[0].shape == (3, 2)
    assert Loud.asked  # and they run again


def test_a_copy_leaves_the_original_alone() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    before = state(graph_module)
    result = outplace.functionalize(graph_module, copy=True)
    assert same_state(before, state(graph_module))
    assert result.graph_module is not graph_module
    assert "l_cache__modified" in result.graph_module.code
    assert result.graph_module.meta == graph_module.meta


def test_a_failure_leaves_the_graph_as_it_was() -> None:
    def refused(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        torch.ops.outplace_tests.stir_(y, x)
        return y

    with torch.library._scoped_library("outplace_tests", "FRAGMENT") as library:
        library.define("stir_(Tensor(a!) x, Tensor y) -> ()")
        library.impl("stir_", lambda x, y: x.add_(y) is None or None, "CompositeExplicitAutograd")
        library.impl("stir_", lambda x, y: None, "Meta")
        graph_module, _ = capture(refused, torch.zeros(3), torch.zeros(3))
        before = state(graph_module)
        with pytest.raises(outplace.UnsupportedError) as caught:
            outplace.functionalize(graph_module)
        assert same_state(before, state(graph_module))
        error = caught.value
        assert isinstance(error, (RuntimeError, NotImplementedError))
        assert "outplace_tests.stir_" in error.reason and "stir_" in error.node
        assert "test_functionalize.py" in error.source_line and "in refused" in error.source_line
        assert "--ops" in error.advice or "ops" in error.advice
        result = outplace.functionalize(graph_module, ops="outplace_tests::stir_(Tensor(a!) x, Tensor y) -> () : twin=torch.add")
        assert result.report.mutated_inputs == ["l_x_", "l_y_"]


def test_objects_that_cannot_be_made_leave_the_graph_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    graph_module, _ = capture(cache_step, *inputs())
    before = state(graph_module)
    monkeypatch.delattr(torch, "slice_scatter")
    with pytest.raises(Exception, match="slice_scatter"):
        outplace.functionalize(graph_module)
    monkeypatch.undo()
    assert same_state(before, state(graph_module))


def test_sizes_that_are_symbols() -> None:
    def step(cache: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
        cache[: new.shape[0]] = new * 2
        cache[1, 0] = 3.0
        return cache.t()

    graph_module, examples = capture(step, torch.zeros(6, 4), torch.ones(3, 4), dynamic=True)
    assert any(isinstance(value, int) for value in examples)
    result = outplace.functionalize(graph_module)
    made = [node for node in graph_module.graph.nodes if "modified" in node.name]
    cache = next(node for node in graph_module.graph.nodes if node.name == "l_cache_").meta["example_value"]
    assert made and all(str(node.meta["example_value"].shape) == str(cache.shape) for node in made)
    values = [value.clone() if isinstance(value, torch.Tensor) else value for value in examples]
    found = run_and_write_back(result, values)
    expected = torch.zeros(6, 4)
    assert torch.equal(step(expected, torch.ones(3, 4)), found[0])


def with_values(key: str) -> GraphModule:
    graph = Graph()
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        value = torch.empty(4, 3)
    x, y = (graph.placeholder(name) for name in ("x", "y"))
    write = graph.call_function(operator.setitem, (x, slice(0, 2), 1.0))
    total = graph.call_function(torch.add, (x, y))
    graph.output((total,))
    for node in (x, y, total):
        node.meta[key] = value
    write.meta["stack_trace"] = 'File "model.py", line 3, in forward\n    x[0:2] = 1\n'
    return GraphModule(torch.nn.Module(), graph)


@pytest.mark.parametrize("key", ["val", "example_value"])
def test_values_go_where_the_graph_has_them(key: str) -> None:
    graph_module = with_values(key)
    result = outplace.functionalize(graph_module)
    written = next(node for node in graph_module.graph.nodes if node.name == "x_modified")
    assert set(written.meta) >= {key, "stack_trace"} and ({"val", "example_value"} - {key}).isdisjoint(written.meta)
    assert result.report.mutations[0].source_line.startswith("model.py:3 in forward")


def test_a_graph_without_metadata() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            x.add_(y)
            return x * y

    graph_module = torch.fx.symbolic_trace(Model())
    result = outplace.functionalize(graph_module)
    assert result.io_map == {1: 0}
    x, y = torch.ones(2), torch.ones(2)
    assert torch.equal(result.graph_module(x, y)[0], torch.full((2,), 2.0))
    assert torch.equal(x, torch.ones(2))
    assert all("example_value" not in node.meta and "val" not in node.meta for node in graph_module.graph.nodes)


def test_example_inputs_tell_what_the_graph_does_not() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            x.add_(1)
            return y * 2

    graph_module = torch.fx.symbolic_trace(Model())
    memory = torch.arange(6.0)
    result = outplace.functionalize(graph_module, [memory, memory[2:4]])
    again = torch.arange(6.0)
    assert torch.equal(result.graph_module(again, again[2:4])[0], torch.tensor([6.0, 8.0]))
    apart = outplace.functionalize(torch.fx.symbolic_trace(Model()), [torch.arange(6.0), torch.arange(2.0)])
    assert torch.equal(apart.graph_module(torch.arange(6.0), torch.arange(2.0))[0], torch.tensor([0.0, 2.0]))


def test_too_few_or_too_many_example_inputs() -> None:
    graph_module, examples = capture(cache_step, *inputs())
    for wrong in (examples[:-1], [*examples, torch.zeros(1)]):
        with pytest.raises(ValueError, match="example inputs"):
            outplace.functionalize(graph_module, wrong)


def test_what_is_no_layout() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    with pytest.raises(ValueError, match="tight"):
        outplace.functionalize(graph_module, layout="tight")  # type: ignore[arg-type]


def test_outputs_that_are_inputs_or_views_of_them() -> None:
    def step(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        x.add_(1)
        fresh = y + 1
        return x[1], x, fresh[0], fresh.t(), y * 2  # Dynamo itself returns x

    graph_module, _ = capture(step, torch.zeros(2, 3), torch.zeros(2, 2))
    aliases = outplace.functionalize(graph_module).output_aliases
    view = aliases.inputs[0]
    assert (view.input, view.is_input, view.size, view.stride, view.storage_offset, view.dtype) == (0, False, (3,), (1,), 3, "float32")
    assert set(aliases.inputs) == {0}
    assert aliases.groups == [[1, 2]] and aliases.undecided == []


def test_an_output_that_is_an_input() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    graph.output((graph.call_method("add_", (x, 1)),))
    aliases = outplace.functionalize(GraphModule(torch.nn.Module(), graph)).output_aliases
    assert aliases.inputs[0].is_input and aliases.inputs[0].input == 0


def test_sub_graphs_see_new_values_and_are_edited() -> None:
    def step(flag: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return torch.cond(flag, lambda x: x + torch.ones(3, device="cpu"), lambda x: x.sin(), (x,))

    graph_module, _examples = capture(step, torch.tensor(True), torch.zeros(3))
    inner = next(child for name, child in graph_module.named_children() if "true" in name)
    result = outplace.functionalize(graph_module, target_device="meta")
    assert "device = 'meta'" in inner.code and "cpu" not in inner.code
    assert result.io_map == {1: 0}
    call = next(node for node in graph_module.graph.nodes if "cond" in str(node.target) and node.op == "call_function")
    assert call.args[3][0].name == "l_x__modified"


def test_large_integers_in_nodes_that_change() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    graph.call_method("fill_", (x, 2_000_000_000))
    graph.output((x, graph.call_method("clamp", (x, -(2**40), 2**40))))
    graph_module = GraphModule(torch.nn.Module(), graph)
    outplace.functionalize(graph_module)
    clamp = next(node for node in graph_module.graph.nodes if node.target == "clamp")
    assert clamp.args[0].name == "x_modified" and clamp.args[1:] == (-(2**40), 2**40)
    assert "2000000000" in graph_module.code


def test_state_that_the_graph_holds() -> None:
    root = torch.nn.Module()
    root.register_buffer("count", torch.zeros(2))
    graph = Graph()
    x, count = graph.placeholder("x"), graph.get_attr("count")
    graph.call_method("add_", (count, x))
    graph.output(graph.call_function(torch.mul, (graph.get_attr("count"), 2)))
    graph_module = GraphModule(root, graph)
    result = outplace.functionalize(graph_module, [torch.zeros(2)])
    assert result.state_map == {1: "count"} and result.io_map == {}
    outputs = result.graph_module(torch.ones(2))
    assert torch.equal(outputs[0], torch.full((2,), 2.0)) and torch.equal(outputs[1], torch.ones(2))
    assert torch.equal(graph_module.count, torch.zeros(2))


def test_verify_says_equal_and_notices_a_change() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    result = outplace.functionalize(graph_module)
    verdict = outplace.verify(graph_module, result)
    assert verdict and verdict.outcome == "equal" and verdict.elements > 0
    broken = copy.deepcopy(graph_module)
    scatter = next(node for node in broken.graph.nodes if node.target is torch.slice_scatter)
    scatter.kwargs = {**scatter.kwargs, "end": 2}
    assert outplace.verify(broken, result).outcome != "equal"


def test_explain_names_the_writers() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    before = state(graph_module)
    text = outplace.explain(graph_module)
    assert "l_cache_" in text and "setitem" in text and "test_functionalize.py" in text
    assert "add_" in outplace.explain(graph_module, "add_")
    assert same_state(before, state(graph_module))
    with pytest.raises(ValueError, match="nothing_here"):
        outplace.explain(graph_module, "nothing_here")


def test_torch_is_imported_when_it_is_needed() -> None:
    import subprocess
    import sys

    code = "import sys, outplace, outplace.fx_passes; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_reports_are_values() -> None:
    graph_module, _ = capture(cache_step, *inputs())
    report: Any = outplace.functionalize(graph_module).report
    assert [(each.kind, each.became) for each in report.mutations] == [
        ("setitem", "l_cache__modified"),
        ("add_", "l_cache__modified_2"),
        ("setitem", "l_cache__modified_3"),
    ]
    assert [each.name for each in report.passes] == ["aliasing_output_rewrite", "inplace_to_outofplace"]


class WritesItsWeight(torch.nn.Module):
    def __init__(self, requires_grad: bool) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3), requires_grad)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.weight.data.mul_(2.0)
        return self.weight * x


def test_a_parameter_among_the_attributes_keeps_its_history_or_is_refused() -> None:
    traced = torch.fx.symbolic_trace(WritesItsWeight(True))
    with pytest.raises(outplace.OutplaceError, match="changed behind its gradient history"):
        outplace.functionalize(traced, [torch.ones(3)])
    with torch.no_grad():
        outplace.functionalize(traced, [torch.ones(3)])
    outplace.functionalize(torch.fx.symbolic_trace(WritesItsWeight(False)), [torch.ones(3)])


def test_gradients_that_come_from_the_result_are_a_warning() -> None:
    def activated(x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.elu(x * 2, inplace=True)

    traced = torch.fx.symbolic_trace(activated)
    with pytest.warns(outplace.CostWarning, match="last bits of gradients") as said:
        result = outplace.functionalize(traced, [torch.ones(3, requires_grad=True)], copy=True)
    assert "torch.nn.functional.elu(mul" in str(said[0].message)
    assert len(result.report.warnings) == 1
    assert outplace.functionalize(traced, [torch.ones(3)]).report.warnings == []
