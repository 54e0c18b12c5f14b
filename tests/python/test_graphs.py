"""Every captured graph: rewritten exactly, or refused with the stated words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from graph_files import FOLDER, OTHER_FORMS, StoredGraph, all_names, not_runnable, refusals, refused_again
from graph_harness import differences, execute, flatten, mutated_inputs
from remaining_writes import writes

NAMES = all_names()
REFUSED = [name for name in NAMES if name in refusals()]
REWRITTEN = [name for name in NAMES if name not in refusals()]
NOT_RUN = [name for name in NAMES if name in not_runnable()]
RUN = [name for name in REWRITTEN if name not in not_runnable()]
FORMS = sorted(str(path.relative_to(FOLDER)) for form in OTHER_FORMS for path in FOLDER.glob(f"*/{form}"))
SEEDS = {"rnnt_greedy": 2}  # contents for which the writes store something new
LOG_PREFIX = re.compile(r"^\w\d{4} \S+ \d+ \S+\] (?:\[\S+\] )*", re.MULTILINE)


@dataclass
class Rewrite:
    code: int
    text: str
    messages: str
    maps: dict[str, Any]


@pytest.fixture(scope="session")
def rewrite_text(outplace: Callable, tmp_path_factory: pytest.TempPathFactory) -> Callable[[StoredGraph, str], Rewrite]:
    """Rewrites a text that has a stored graph's inputs, with every pass but the one that moves it to another device."""
    passes = [line.split()[0] for line in outplace("passes").stdout.splitlines()]
    passes = [name for name in passes if not name.startswith("device")]

    def run(graph: StoredGraph, text: str) -> Rewrite:
        folder = tmp_path_factory.mktemp(graph.name)
        source, sidecar, groups, maps = (folder / file for file in ("graph.py", "inputs.json", "groups.json", "maps.json"))
        source.write_text(text)
        sidecar.write_text(json.dumps(graph.sidecar()))
        groups.write_text('{"0": [[0]]}')
        options = ["--inputs", sidecar, "--groups", groups, "--ops", FOLDER / "stand_ins.ops", "--passes", ",".join(passes), "--io-map", maps]
        result = outplace("rewrite", source, *options)
        return Rewrite(result.returncode, result.stdout, result.stderr, json.loads(maps.read_text()) if maps.exists() else {})

    return run


@pytest.fixture(scope="session")
def rewrite(rewrite_text: Callable) -> Callable[[str], Rewrite]:
    """A stored graph's rewrite, made once for all tests."""
    done: dict[str, Rewrite] = {}

    def run(name: str) -> Rewrite:
        if name not in done:
            graph = StoredGraph(name)
            done[name] = rewrite_text(graph, graph.text)
        return done[name]

    return run


@pytest.mark.parametrize("name", NAMES)
def test_without_passes_the_same_bytes_come_back(name: str, outplace: Callable) -> None:
    text = StoredGraph(name).text
    result = outplace("rewrite", "-", "--passes", "none", stdin=text)
    assert result.returncode == 0, result.stderr
    assert result.stdout == text


@pytest.mark.parametrize("form", FORMS)
def test_without_passes_other_forms_come_back(form: str, outplace: Callable) -> None:
    text = (FOLDER / form).read_text()
    result = outplace("rewrite", FOLDER / form, "--passes", "none")
    assert result.returncode == 0, result.stderr
    assert result.stdout == LOG_PREFIX.sub("", text)


@pytest.mark.parametrize("name", RUN)
def test_the_rewrite_computes_the_same(name: str, rewrite: Callable) -> None:
    graph, result = StoredGraph(name), rewrite(name)
    assert result.code == 0, result.messages
    seed = SEEDS.get(name, 0)
    original = execute(graph, graph.text, seed)
    assert differences(graph, original, execute(graph, result.text, seed), result.maps) == []


@pytest.mark.parametrize("name", RUN)
def test_running_the_original_changes_the_recorded_inputs(name: str) -> None:
    """Keeps the harness honest: the graph does mutate, so an empty io_map could not pass."""
    graph = StoredGraph(name)
    changed = mutated_inputs(graph, execute(graph, graph.text, SEEDS.get(name, 0)))
    assert set(changed) <= set(graph.written) | set(storage_mates(graph))
    assert bool(changed) == bool(set(graph.changed) & {entry["name"] for entry in graph.inputs})


@pytest.mark.parametrize("name", REWRITTEN)
def test_no_write_is_left(name: str, rewrite: Callable) -> None:
    result = rewrite(name)
    assert result.code == 0, result.messages
    found = writes(result.text)
    if name in not_runnable():
        found = [line for line in found if "unknown callable" not in line]
    assert found == []


@pytest.mark.parametrize("name", REWRITTEN)
def test_the_io_map_keeps_its_rules(name: str, rewrite: Callable) -> None:
    graph, result = StoredGraph(name), rewrite(name)
    assert result.code == 0, result.messages
    assert set(result.maps) == {"io_map", "state_map", "original_output_count"}
    io_map = {int(output): position for output, position in result.maps["io_map"].items()}
    state_map = {int(output): path for output, path in result.maps["state_map"].items()}
    count = result.maps["original_output_count"]
    flat_inputs = list(flatten([entry.get("items", entry["name"]) for entry in graph.inputs]))

    assert all(0 <= position < len(flat_inputs) for position in io_map.values())
    assert len(set(io_map.values())) == len(io_map), "two outputs for one input"
    assert not set(io_map) & set(state_map), "one output for an input and an attribute"
    assert set(state_map.values()) <= set(graph.attribute_paths)
    appended = sorted(output for output in io_map if output >= count)
    assert [io_map[output] for output in appended] == sorted(io_map[output] for output in appended), "appended out of order"
    assert appended + sorted(state_map) == list(range(count, count + len(appended) + len(state_map))), "appended outputs without an entry, or gaps"

    names = [entry["name"] for entry in graph.inputs]
    missing = [name for name in graph.changed if name in names and names.index(name) not in io_map.values()]
    assert missing == [], "mutated inputs without an output"


@pytest.mark.parametrize("name", REWRITTEN)
def test_two_processes_print_the_same_bytes(name: str, rewrite: Callable, rewrite_text: Callable) -> None:
    graph, first = StoredGraph(name), rewrite(name)
    second = rewrite_text(graph, graph.text)
    assert (first.code, first.text, first.maps) == (second.code, second.text, second.maps)


@pytest.mark.parametrize("name", [name for name in REWRITTEN if StoredGraph(name).meta["mutating"] == 0])
def test_a_graph_without_writes_is_left_alone(name: str, rewrite: Callable) -> None:
    assert rewrite(name).text == StoredGraph(name).text


@pytest.mark.parametrize("name", REWRITTEN)
def test_rewriting_again_changes_nothing(name: str, rewrite: Callable, rewrite_text: Callable) -> None:
    result = rewrite(name)
    again = rewrite_text(StoredGraph(name), result.text)
    if name in refused_again():
        assert again.code == 1 and refused_again()[name] in again.messages
        return
    assert again.code == 0, again.messages
    assert again.text == result.text


@pytest.mark.parametrize("name", REWRITTEN)
def test_the_result_is_read_back(name: str, rewrite: Callable, outplace: Callable) -> None:
    result = rewrite(name)
    again = outplace("rewrite", "-", "--passes", "none", stdin=result.text)
    assert again.returncode == 0, again.stderr
    assert again.stdout == result.text


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_why(name: str, rewrite: Callable) -> None:
    result = rewrite(name)
    assert result.code == 1
    assert result.text == "" and result.maps == {}
    assert refusals()[name] in result.messages


@pytest.mark.parametrize("name", NOT_RUN)
def test_graphs_listed_as_not_runnable_are_so(name: str) -> None:
    graph = StoredGraph(name)
    with pytest.raises(Exception, match=re.escape(not_runnable()[name])):
        execute(graph, graph.text)


def storage_mates(graph: StoredGraph) -> list[str]:
    """Inputs that share memory with a written one: other views of it change with it."""
    touched = set(graph.changed) | set(graph.written)
    storages = {entry["storage"] for entry in graph.inputs + graph.attributes if entry["name"] in touched and "storage" in entry}
    return [entry["name"] for entry in graph.inputs if entry.get("storage") in storages]


def test_the_lists_name_stored_graphs() -> None:
    assert set(refusals()) | set(refused_again()) | set(not_runnable()) <= set(NAMES)


def test_a_graph_that_changes_its_input_is_noticed() -> None:
    graph = StoredGraph("mla_latent_cache")
    run = execute(graph, graph.text)
    maps = {"io_map": {}, "state_map": {}, "original_output_count": len(run.outputs)}
    assert any("changes its input" in line for line in differences(graph, run, run, maps))


def test_writes_are_found_in_every_form() -> None:
    lines = [
        "x.add_(1)", "x[0] = 1", "x += 1", "torch.relu_(x)", "torch.add(x, x, out = x)", "torch.ops.aten.add_.Tensor(x, x)", "torch.ops.aten.copy_(x, x)",
        "torch._foreach_add_([x], 1.0)", "torch.nn.functional.relu(x, inplace = True)", "torch.nn.functional.dropout(x, 0.5, True, True)",
        "torch.nn.functional.batch_norm(x, x, x, None, None, True, 0.1, 1e-05)", "torch.nn.functional.embedding(x, x, None, 1.0)", "torch_Tensor_set_(x, x)",
    ]  # fmt: skip
    for line in lines:
        assert len(writes(f"def forward(self, x):\n    {line}\n")) == 1, line


def test_pure_calls_are_not_taken_for_writes() -> None:
    lines = [
        "x.add(1)", "y = x[0]", "x @= x;  y = x", "_operator_and_(x, x)", "torch.nn.functional.relu(x, inplace = False)", "x.requires_grad_(False)",
        "torch.nn.functional.batch_norm(x, x, x, None, None, False, 0.1, 1e-05)", "torch.ops.aten.add.Tensor(x, x)", "torch._C._set_grad_enabled(False)",
        "torch.nn.functional.embedding(x, x, None, None)",
    ]  # fmt: skip
    for line in lines:
        assert writes(f"def forward(self, x):\n    {line}\n") == [], line
