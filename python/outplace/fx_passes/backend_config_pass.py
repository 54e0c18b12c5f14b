"""Kernel calls get their compiled configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplace.fx_passes.base import CorePass
from outplace.kernels import KernelProvider, add_kernels

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core


class NkiKernelWriteBackendConfigPass(CorePass):
    """Writes `backend_config` and `operand_output_aliases` into every kernel call, as the provider tells them."""

    def __init__(self, provider: KernelProvider | None = None) -> None:
        self.provider = provider

    @property
    def name(self) -> str:
        return "nki_kernel_backend_config_pass"

    def options(self, gm: GraphModule, **kwargs: Any) -> _core.Options:
        return add_kernels(super().options(gm, **kwargs), self.provider or kwargs.get("kernel_provider"))

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        return gm, {"kernel_call_count": self.counts(gm, **kwargs)["kernel_call_count"]}
