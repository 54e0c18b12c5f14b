"""Every write becomes the computation of a new value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplace.fx_passes.base import CorePass
from outplace.kernels import add_kernels

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core


class InPlaceToOutOfPlacePass(CorePass):
    """Rewrites mutating nodes to pure ones, and later reads to what was computed."""

    def __init__(self) -> None:
        pass

    @property
    def name(self) -> str:
        return "inplace_to_outofplace"

    def options(self, gm: GraphModule, **kwargs: Any) -> _core.Options:
        options = add_kernels(super().options(gm, **kwargs), kwargs.get("kernel_provider"))
        devices = kwargs.get("device_rewriter")
        if isinstance(devices, dict) and "target_device" in devices:
            options.target_device = devices["target_device"]
            options.devices_are_rewritten = True
        return options

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        return gm, dict(self.counts(gm, **kwargs))
