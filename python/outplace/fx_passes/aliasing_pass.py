"""Mutated inputs become outputs, and a map says which output is the new content of which input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplace.fx_passes.base import CorePass
from outplace.kernels import add_kernels

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core


class AliasingOutputRewritePass(CorePass):
    """Appends mutated placeholders to the outputs and puts `root_input` on the nodes that mutate them."""

    def __init__(self) -> None:
        pass

    @property
    def name(self) -> str:
        return "aliasing_output_rewrite"

    def options(self, gm: GraphModule, **kwargs: Any) -> _core.Options:
        return add_kernels(super().options(gm, **kwargs), kwargs.get("kernel_provider"))

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        rewriting, _ = self.rewrite(gm, **kwargs)
        report = rewriting.report
        return gm, {"io_map": report.io_map, "original_output_count": report.original_output_count, "state_map": report.state_map}
