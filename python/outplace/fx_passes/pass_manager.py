"""Runs passes in order, with logs and dumps; a run that fails leaves the graph module as it was."""

from __future__ import annotations

import json
import logging
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outplace._snapshot import Snapshot
from outplace.fx_passes.base import FXPass, one_recompilation

if TYPE_CHECKING:
    from torch.fx import GraphModule


class FXPassManager:
    """An ordered list of passes."""

    def __init__(self, passes: Iterable[FXPass] = ()) -> None:
        self.passes: list[FXPass] = list(passes)
        self.logger = logging.getLogger(__name__)

    def add_pass(self, pass_obj: FXPass) -> None:
        """Adds a pass at the end."""
        self.passes.append(pass_obj)

    def run_passes(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        """Runs all passes; each gets the keyword arguments and the metadata of those before it, by their names.

        compiler_workdir: a folder to write the graph before the first and after each pass to. stop_after: the name of the last pass to run.
        """
        stop_after = kwargs.pop("stop_after", None)
        if stop_after is not None and stop_after not in [each.name for each in self.passes]:
            raise ValueError(f"there is no pass {stop_after!r}; passes are: {', '.join(each.name for each in self.passes)}")
        dumps = Dumps(kwargs.get("compiler_workdir"))
        snapshot = Snapshot(gm)
        metadata: dict[str, Any] = {}
        current = gm
        try:
            dumps.graph("00_original", gm)
            with one_recompilation():
                for number, each in enumerate(self.passes, 1):
                    current, metadata[each.name], seconds = self.run_pass(each, current, {**kwargs, **metadata})
                    dumps.after(number, each.name, current, metadata[each.name], seconds)
                    if each.name == stop_after:
                        break
            current.recompile()
        except BaseException:
            snapshot.restore()
            raise
        dumps.record()
        return current, metadata

    def run_pass(self, each: FXPass, gm: GraphModule, kwargs: dict[str, Any]) -> tuple[GraphModule, dict[str, Any], float]:
        start = time.perf_counter()
        try:
            changed, result = each.run(gm, **kwargs)
            changed.graph.lint()
        except Exception as error:
            prefix = f"FX Pass '{each.name}' failed: "
            reason = str(error) or type(error).__name__
            raise RuntimeError(reason if prefix in reason else prefix + reason) from error
        seconds = time.perf_counter() - start
        self.logger.debug("FX Pass '%s' completed in %.4fs", each.name, seconds)
        return changed, result, seconds


class Dumps:
    """Files in DIR/passes. What cannot be written is a warning."""

    def __init__(self, folder: str | Path | None) -> None:
        self.folder = None if folder is None else Path(folder) / "passes"
        self.records: list[dict[str, Any]] = []

    def graph(self, name: str, gm: GraphModule) -> None:
        if self.folder is None:
            return
        parts = [str(gm.graph), gm.graph.python_code("self").src]
        groups = [f"{node.name}: {node.meta['replica_groups']}" for node in gm.graph.nodes if "replica_groups" in node.meta]
        if groups:
            parts.append("replica groups\n" + "\n".join(groups))
        self.write(f"{name}.txt", "\n\n".join(parts) + "\n")

    def after(self, number: int, name: str, gm: GraphModule, metadata: dict[str, Any], seconds: float) -> None:
        self.records.append({"name": name, "seconds": seconds, "counts": {key: value for key, value in metadata.items() if isinstance(value, int)}})
        self.graph(f"{number:02}_after_{name}", gm)

    def record(self) -> None:
        if self.folder is not None:
            self.write("passes.json", json.dumps({"passes": self.records}, indent=2) + "\n")

    def write(self, name: str, text: str) -> None:
        assert self.folder is not None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        except OSError as error:
            warnings.warn(f"{self.folder / name} cannot be written: {error}", stacklevel=2)
