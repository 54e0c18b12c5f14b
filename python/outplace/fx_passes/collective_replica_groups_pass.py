"""Process groups of collectives are resolved to ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outplace.fx_passes.base import CorePass
from outplace.process_groups import partitions

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from outplace import _core


class CollectiveReplicaGroupsPass(CorePass):
    """Puts `replica_groups` on every functional collective: the whole partition of the world, the same on every rank."""

    def __init__(self, groups: Mapping[str, Sequence[Sequence[int]]] | None = None) -> None:
        self.groups = groups

    @property
    def name(self) -> str:
        return "collective_replica_groups"

    def settle(self, options: _core.Options, rewriting: _core.Rewriting) -> None:
        known = dict(self.groups or {})
        known.update(partitions([name for name in rewriting.group_names() if name not in known]))
        options.groups = {name: [list(row) for row in rows] for name, rows in known.items()}

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        return gm, {"resolved_count": self.counts(gm, **kwargs)["resolved_count"]}
