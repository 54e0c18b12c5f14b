"""Every device of a graph becomes the target device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplace.fx_passes.base import CorePass

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core


class DeviceRewriterPass(CorePass):
    """Rewrites device literals, wherever a call takes one, to `target_device`."""

    def __init__(self, target_device: str = "xla") -> None:
        self.target_device = target_device

    @property
    def name(self) -> str:
        return "device_rewriter"

    def options(self, gm: GraphModule, **kwargs: Any) -> _core.Options:
        options = super().options(gm, **kwargs)
        options.target_device = kwargs.get("target_device", self.target_device)
        return options

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        counts = self.counts(gm, **kwargs)
        target = kwargs.get("target_device", self.target_device)
        return gm, {"rewrite_count": counts["rewrite_count"], "target_device": target}
