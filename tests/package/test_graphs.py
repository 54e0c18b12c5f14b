"""The captured graphs as graph modules: the package must make of each what the command line makes of its text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import outplace
import pytest
import torch
from graph_files import FOLDER, StoredGraph, all_names, refusals
from graph_harness import InputMaker
from text_graphs import graph_module, is_static, listing

# The package takes schemas of library operators from PyTorch.
OPTIONS = ("--passes", "aliasing_output_rewrite,inplace_to_outofplace", "--ops", FOLDER / "stand_ins.ops")


def static_names() -> list[str]:
    return [name for name in all_names() if is_static(StoredGraph(name).text) and name not in refusals()]


def attributes(graph: StoredGraph) -> dict[str, torch.Tensor]:
    maker = InputMaker(0)
    for entry in graph.inputs:
        maker.make(entry)
    return dict(zip(graph.attribute_paths, map(maker.make, graph.attributes), strict=True))


@pytest.mark.parametrize("name", static_names())
def test_the_package_and_the_command_line_agree(name: str, outplace_command: Callable[..., Any], tmp_path: Path) -> None:
    graph = StoredGraph(name)
    held = attributes(graph)
    module = graph_module(graph.text, held)
    maker = InputMaker(0)
    examples = [maker.make(entry) for entry in graph.inputs]
    before, facts, maps, after = (tmp_path / file for file in ("before.py", "inputs.json", "maps.json", "after.py"))
    before.write_text(graph.text)
    facts.write_text(json.dumps(graph.sidecar()))
    done = outplace_command("rewrite", before, "--inputs", facts, "--io-map", maps, *OPTIONS, "-o", after)
    with torch.set_grad_enabled(graph.records_gradients):
        if done.returncode != 0:
            with pytest.raises(outplace.OutplaceError):
                outplace.functionalize(module, examples)
            return
        result = outplace.functionalize(module, examples)
    module.graph.lint()
    expected = json.loads(maps.read_text())
    assert {str(output): position for output, position in result.io_map.items()} == expected["io_map"]
    assert {str(output): path for output, path in result.state_map.items()} == expected["state_map"]
    assert result.original_output_count == expected["original_output_count"]
    assert listing(module) == listing(graph_module(after.read_text(), held))
    if len(module.graph.nodes) < 300:
        with torch.set_grad_enabled(graph.records_gradients):
            assert outplace.verify(module, result, examples).outcome in ("equal", "cannot_be_checked")
