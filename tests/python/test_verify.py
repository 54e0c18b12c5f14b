"""Every captured graph's rewrite is verified without torch, and so are generated programs; a wrong rewrite of each is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from graph_files import FOLDER, StoredGraph, all_names, refusals

NAMES = [name for name in all_names() if name not in refusals()]


def files(graph: StoredGraph, folder: Path) -> list[Any]:
    source, sidecar, groups = (folder / file for file in ("graph.py", "inputs.json", "groups.json"))
    source.write_text(graph.text)
    sidecar.write_text(json.dumps(graph.sidecar()))
    groups.write_text('{"0": [[0]]}')
    return [source, "--inputs", sidecar, "--groups", groups, "--ops", FOLDER / "stand_ins.ops"]


@pytest.mark.parametrize("name", NAMES)
def test_the_rewrite_is_verified(name: str, outplace: Callable, tmp_path: Path) -> None:
    result = outplace("rewrite", *files(StoredGraph(name), tmp_path), "--verify")
    assert result.returncode == 0, result.stderr
    assert "verified: equal:" in result.stderr, result.stderr


@pytest.mark.parametrize("name", [name for name in NAMES if StoredGraph(name).changed])
def test_a_map_without_its_entries_is_noticed(name: str, outplace: Callable, tmp_path: Path) -> None:
    source, *options = files(StoredGraph(name), tmp_path)
    maps, pure = tmp_path / "maps.json", tmp_path / "pure.py"
    result = outplace("rewrite", source, *options, "--io-map", maps, "-o", pure)
    assert result.returncode == 0, result.stderr
    claims = json.loads(maps.read_text())
    if not claims["io_map"] and not claims["state_map"]:
        pytest.skip("nothing is mapped")
    maps.write_text(json.dumps(claims | {"io_map": {}, "state_map": {}}))
    inputs, ops = options[1], options[5]
    wrong = outplace("verify", source, pure, "--inputs", inputs, "--ops", ops, "--io-map", maps)
    assert wrong.returncode == 3, wrong.stdout + wrong.stderr
    assert wrong.stdout.startswith("different: ")
