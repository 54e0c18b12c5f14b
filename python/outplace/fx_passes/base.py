"""What a pass is, and what the passes of the core have in common."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outplace._options import make_options
from outplace.functionalize import rewrite

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core
    from outplace.functionalize import Report


class FXPass(ABC):
    """One step over a graph module. Keyword arguments that a pass does not know are for others."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The key of the pass's metadata."""

    @abstractmethod
    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        """The graph module after the pass, and what it has to say."""


class _Deferred(threading.local):
    active = False


_deferred = _Deferred()


@contextmanager
def one_recompilation() -> Iterator[None]:
    """Inside, passes leave it to the caller to make the code of the graph module again."""
    before, _deferred.active = _deferred.active, True
    try:
        yield
    finally:
        _deferred.active = before


class CorePass(FXPass):
    """A pass of the core, by its name there. Layouts are left alone, as compilers without strides expect."""

    def options(self, gm: GraphModule, **kwargs: Any) -> _core.Options:
        return make_options(gm, layout=kwargs.get("layout", "ignore"), forms=kwargs.get("forms", "seed"), passes=[self.name], ops=kwargs.get("ops"))

    def settle(self, options: _core.Options, rewriting: _core.Rewriting) -> None:
        """Called when the graph was read, before the pass runs."""

    def rewrite(self, gm: GraphModule, **kwargs: Any) -> tuple[_core.Rewriting, Report]:
        rewriting, report, edited = rewrite(gm, kwargs.get("example_inputs"), self.options(gm, **kwargs), self.settle)
        if edited and not _deferred.active:
            gm.recompile()
        return rewriting, report

    def counts(self, gm: GraphModule, **kwargs: Any) -> dict[str, int]:
        """Runs the pass; what it counted."""
        _, report = self.rewrite(gm, **kwargs)
        return dict(report.passes[-1].counts)
