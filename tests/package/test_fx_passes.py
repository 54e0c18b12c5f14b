"""The drop-in passes: each on its own, in a manager, among passes that users write; their metadata, dumps, logs and errors."""

import json
import logging
import operator
from pathlib import Path
from typing import Any

import pytest
import torch
from capture import capture, same_state, state
from outplace.fx_passes import (
    AliasingOutputRewritePass,
    CollectiveReplicaGroupsPass,
    DeviceRewriterPass,
    FXPass,
    FXPassManager,
    InPlaceToOutOfPlacePass,
    NkiKernelWriteBackendConfigPass,
    get_default_pass_manager,
)
from torch.fx import Graph, GraphModule


def cache_graph() -> GraphModule:
    graph = Graph()
    cache, keys = graph.placeholder("kv_cache"), graph.placeholder("new_keys")
    graph.call_function(operator.setitem, (cache, slice(0, 32), keys))
    zeros = graph.call_function(torch.zeros, (3,), {"device": torch.device("cuda", 1)})
    graph.output((cache, zeros))
    return GraphModule(torch.nn.Module(), graph)


def test_the_default_manager_runs_five_passes_in_order() -> None:
    manager = get_default_pass_manager()
    assert [type(each) for each in manager.passes] == [
        DeviceRewriterPass,
        AliasingOutputRewritePass,
        InPlaceToOutOfPlacePass,
        NkiKernelWriteBackendConfigPass,
        CollectiveReplicaGroupsPass,
    ]
    graph_module = cache_graph()
    rewritten, metadata = manager.run_passes(graph_module)
    assert rewritten is graph_module
    assert metadata["device_rewriter"]["rewrite_count"] == 1
    assert metadata["aliasing_output_rewrite"] == {"io_map": {0: 0}, "original_output_count": 2, "state_map": {}}
    assert metadata["inplace_to_outofplace"] == {"setitem": 1}
    assert metadata["nki_kernel_backend_config_pass"] == {"kernel_call_count": 0}
    assert metadata["collective_replica_groups"] == {"resolved_count": 0}
    written = next(node for node in rewritten.graph.nodes if node.name == "kv_cache_modified")
    assert written.target is torch.slice_scatter and dict(written.kwargs) == {"dim": 0, "end": 32}
    assert "device(type='xla', index=1)" in rewritten.code and "kv_cache_modified" in rewritten.code


def test_each_pass_runs_on_its_own_and_makes_the_code_again() -> None:
    graph_module = cache_graph()
    assert DeviceRewriterPass("cpu").run(graph_module)[1]["rewrite_count"] == 1
    _, metadata = AliasingOutputRewritePass().run(graph_module)
    assert metadata["io_map"] == {0: 0}
    write = next(node for node in graph_module.graph.nodes if node.target is operator.setitem)
    assert write.meta["root_input"] == "kv_cache"
    _, counts = InPlaceToOutOfPlacePass().run(graph_module)
    assert counts == {"setitem": 1}
    cache = torch.zeros(64, 2)
    assert torch.equal(graph_module(cache, torch.ones(32, 2))[0], torch.cat([torch.ones(32, 2), torch.zeros(32, 2)]))
    assert torch.equal(cache, torch.zeros(64, 2))
    assert NkiKernelWriteBackendConfigPass().run(graph_module)[1] == {"kernel_call_count": 0}
    assert CollectiveReplicaGroupsPass().run(graph_module)[1] == {"resolved_count": 0}


class Recorder(FXPass):
    """What a user writes: looks at what came before, and edits the graph."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}

    @property
    def name(self) -> str:
        return "recorder"

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        self.seen = kwargs
        output = gm.graph.output_node()
        with gm.graph.inserting_before(output):
            first = gm.graph.call_function(torch.neg, (output.args[0][0],))
        output.args = ((first, *output.args[0][1:]),)
        return gm, {"edited": True}


def test_passes_of_users_get_options_and_metadata() -> None:
    recorder = Recorder()
    manager = FXPassManager([AliasingOutputRewritePass(), recorder])
    manager.add_pass(InPlaceToOutOfPlacePass())
    graph_module, metadata = manager.run_passes(cache_graph(), option=3)
    assert recorder.seen["option"] == 3 and recorder.seen["aliasing_output_rewrite"]["io_map"] == {0: 0}
    assert list(metadata) == ["aliasing_output_rewrite", "recorder", "inplace_to_outofplace"]
    assert "neg" in graph_module.code


class Failing(FXPass):
    @property
    def name(self) -> str:
        return "failing"

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        raise KeyError("nothing")


def test_a_failing_pass_leaves_the_graph_equal_to_what_it_was() -> None:
    graph_module = cache_graph()
    code, listing = graph_module.code, str(graph_module.graph)
    with pytest.raises(RuntimeError, match=r"^FX Pass 'failing' failed: 'nothing'$") as caught:
        FXPassManager([DeviceRewriterPass(), AliasingOutputRewritePass(), InPlaceToOutOfPlacePass(), Failing()]).run_passes(graph_module)
    assert isinstance(caught.value.__cause__, KeyError)
    assert graph_module.code == code and str(graph_module.graph) == listing
    graph_module.graph.lint()


def test_a_failing_pass_before_any_edit_leaves_the_very_same_nodes() -> None:
    graph_module, _ = capture(lambda x: x.add_(1), torch.zeros(2))
    before = state(graph_module)
    with pytest.raises(RuntimeError, match="FX Pass 'failing' failed"):
        FXPassManager([Failing(), InPlaceToOutOfPlacePass()]).run_passes(graph_module)
    assert same_state(before, state(graph_module))


def test_the_reason_of_a_pass_of_the_core_is_not_named_twice() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    graph.output(graph.call_function(lambda_like, (x,)))
    with pytest.raises(RuntimeError) as caught:
        get_default_pass_manager().run_passes(GraphModule(torch.nn.Module(), graph))
    assert str(caught.value).count("FX Pass 'aliasing_output_rewrite' failed: ") == 1
    assert "lambda_like" in str(caught.value)


def lambda_like(x: torch.Tensor) -> torch.Tensor:
    return x


def test_dumps(tmp_path: Path) -> None:
    get_default_pass_manager().run_passes(cache_graph(), compiler_workdir=str(tmp_path))
    assert sorted(path.name for path in (tmp_path / "passes").iterdir()) == [
        "00_original.txt",
        "01_after_device_rewriter.txt",
        "02_after_aliasing_output_rewrite.txt",
        "03_after_inplace_to_outofplace.txt",
        "04_after_nki_kernel_backend_config_pass.txt",
        "05_after_collective_replica_groups.txt",
        "passes.json",
    ]
    before, after = ((tmp_path / "passes" / name).read_text() for name in ("02_after_aliasing_output_rewrite.txt", "03_after_inplace_to_outofplace.txt"))
    assert "setitem" in before and "graph():" in before and "def forward" in before
    assert "kv_cache_modified" in after and "setitem" not in after
    records = json.loads((tmp_path / "passes" / "passes.json").read_text())["passes"]
    assert records[0]["name"] == "device_rewriter" and records[0]["counts"] == {"rewrite_count": 1} and records[0]["seconds"] > 0


def test_dumps_that_cannot_be_written_are_a_warning(tmp_path: Path) -> None:
    (tmp_path / "passes").write_text("in the way")
    with pytest.warns(UserWarning, match="cannot be written"):
        _, metadata = get_default_pass_manager().run_passes(cache_graph(), compiler_workdir=tmp_path)
    assert metadata["aliasing_output_rewrite"]["io_map"] == {0: 0}


def test_one_line_a_pass_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="outplace"):
        get_default_pass_manager().run_passes(cache_graph())
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 5 and lines[0].startswith("FX Pass 'device_rewriter' completed in ")


def test_stopping_early() -> None:
    graph_module, metadata = get_default_pass_manager().run_passes(cache_graph(), stop_after="aliasing_output_rewrite")
    assert list(metadata) == ["device_rewriter", "aliasing_output_rewrite"]
    assert "setitem" in str(graph_module.graph)
    with pytest.raises(ValueError, match="device_rewriter"):
        get_default_pass_manager().run_passes(cache_graph(), stop_after="nothing")


def test_the_modules_of_the_passes_can_be_imported_by_their_public_names() -> None:
    from outplace.fx_passes.aliasing_pass import AliasingOutputRewritePass as Aliasing
    from outplace.fx_passes.base import FXPass as Base
    from outplace.fx_passes.inplace_rewrite_pass import InPlaceToOutOfPlacePass as InPlace

    assert (Aliasing, Base, InPlace) == (AliasingOutputRewritePass, FXPass, InPlaceToOutOfPlacePass)


def test_a_group_that_is_given() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    reduce = graph.call_function(torch.ops._c10d_functional.all_reduce.default, (x, "sum", "tp"))
    graph.output((reduce,))
    graph_module = GraphModule(torch.nn.Module(), graph)
    _, metadata = CollectiveReplicaGroupsPass({"tp": [[0, 1], [2, 3]]}).run(graph_module)
    assert metadata == {"resolved_count": 1} and reduce.meta["replica_groups"] == [[0, 1], [2, 3]]


def test_a_group_that_nobody_knows_is_refused() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    graph.output((graph.call_function(torch.ops._c10d_functional.all_reduce.default, (x, "sum", "tp")),))
    with pytest.raises(RuntimeError, match="tp"):
        CollectiveReplicaGroupsPass().run(GraphModule(torch.nn.Module(), graph))
