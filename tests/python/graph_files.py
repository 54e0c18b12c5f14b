"""The captured graphs of tests/graphs and what is known about each."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "graphs"
OTHER_FORMS = ("graph_plain.py", "graph_code.py", "graph_log.txt", "graph.txt", "graph.tabular")


def read_json(path: Path, default: Any = None) -> Any:
    return json.loads(path.read_text()) if default is None or path.exists() else default


@dataclass(frozen=True)
class StoredGraph:
    name: str

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    @cached_property
    def text(self) -> str:
        plain = self.folder / "graph.py"
        return plain.read_text() if plain.exists() else lzma.open(plain.with_suffix(".py.xz"), "rt").read()

    @cached_property
    def inputs(self) -> list[dict[str, Any]]:
        return read_json(self.folder / "inputs.json")

    @cached_property
    def attributes(self) -> list[dict[str, Any]]:
        return read_json(self.folder / "attrs.json", [])

    @cached_property
    def attribute_paths(self) -> list[str]:
        return [entry["name"].removeprefix("self.") for entry in self.attributes]

    @cached_property
    def changed(self) -> list[str]:
        """Names of the inputs whose bytes differed after a run."""
        return read_json(self.folder / "mutated.json")["changed"]

    @cached_property
    def written(self) -> list[str]:
        """Names of the inputs whose storage a write reached, whether or not it stored other bytes."""
        return read_json(self.folder / "mutated.json")["storage_written_by_schema"]

    @cached_property
    def meta(self) -> dict[str, Any]:
        return read_json(self.folder / "meta.json")

    @property
    def records_gradients(self) -> bool:
        return self.meta["ambient"]["grad_enabled"] and not self.meta["ambient"]["inference_mode"]

    def sidecar(self) -> dict[str, Any]:
        """The file for `--inputs`."""
        return {"inputs": self.inputs, "attributes": self.attributes, "grad_enabled": self.records_gradients}


def all_names() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/inputs.json"))


def refusals() -> dict[str, str]:
    """Graphs that outplace refuses, with words of the message."""
    return read_json(FOLDER / "refusals.json", {})


def refused_again() -> dict[str, str]:
    """Graphs whose rewritten form is refused when it is rewritten once more, with words of the message."""
    return read_json(FOLDER / "refused_again.json", {})


def not_runnable() -> dict[str, str]:
    """Graphs that PyTorch cannot run from their text alone, with words of its error."""
    return read_json(FOLDER / "not_runnable.json", {})
