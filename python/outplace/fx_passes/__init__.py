"""The rewrite as FX passes: the names, signatures and metadata of the passes that run before a compiler of immutable values."""

from outplace.fx_passes.aliasing_pass import AliasingOutputRewritePass
from outplace.fx_passes.backend_config_pass import NkiKernelWriteBackendConfigPass
from outplace.fx_passes.base import FXPass
from outplace.fx_passes.collective_replica_groups_pass import CollectiveReplicaGroupsPass
from outplace.fx_passes.device_rewriter import DeviceRewriterPass
from outplace.fx_passes.inplace_rewrite_pass import InPlaceToOutOfPlacePass
from outplace.fx_passes.pass_manager import FXPassManager


def get_default_pass_manager() -> FXPassManager:
    """A manager with the five passes in their order."""
    return FXPassManager(
        [
            DeviceRewriterPass(),
            AliasingOutputRewritePass(),
            InPlaceToOutOfPlacePass(),
            NkiKernelWriteBackendConfigPass(),
            CollectiveReplicaGroupsPass(),
        ]
    )


__all__ = [
    "AliasingOutputRewritePass",
    "CollectiveReplicaGroupsPass",
    "DeviceRewriterPass",
    "FXPass",
    "FXPassManager",
    "InPlaceToOutOfPlacePass",
    "NkiKernelWriteBackendConfigPass",
    "get_default_pass_manager",
]
