"""Ranks of process groups: the whole partition of the world that a group belongs to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

Partition = list[list[int]]

TIMEOUT = timedelta(seconds=60)


def partitions(names: Sequence[str]) -> dict[str, Partition]:
    """The partitions of the groups with these names, the same on every rank. Names that mean no group are left out.

    A group knows its own ranks only. Unless that is the world, the other rows are asked for: each rank writes its row to the store of the default group and reads those
    of the others. So all ranks must ask for as many groups in one order, as ranks do that compile one program; one that waits in vain raises RuntimeError.
    """
    if not names:
        return {}
    import torch.distributed as dist

    if not dist.is_available() or not dist.is_initialized():
        return {}
    own = {name: ranks for name in names if (ranks := ranks_of(name)) is not None}
    return {name: complete(ranks) for name, ranks in own.items()}


def ranks_of(name: str) -> list[int] | None:
    import torch.distributed as dist
    from torch.distributed import distributed_c10d

    resolve: Callable[[str], Any] = distributed_c10d.__dict__["_resolve_process_group"]
    try:
        group = resolve(name)
    except Exception:
        return None
    return sorted(dist.get_process_group_ranks(group))


_asked = 0


def complete(row: Sequence[int]) -> Partition:
    import torch.distributed as dist

    world = dist.get_world_size()
    if len(row) == world:
        return [list(row)]
    return exchanged(list(row), world)


def exchanged(row: list[int], world: int) -> Partition:
    import torch.distributed as dist
    from torch.distributed import distributed_c10d

    global _asked
    store = distributed_c10d._get_default_store()
    prefix = f"outplace/replica_groups/{_asked}"
    _asked += 1
    store.set(f"{prefix}/{dist.get_rank()}", json.dumps(row))
    keys = [f"{prefix}/{rank}" for rank in range(world)]
    try:
        store.wait(keys, TIMEOUT)
    except Exception as error:
        raise RuntimeError(f"rank {dist.get_rank()} waited for the rows of group {row} in vain: all ranks must compile the same collectives") from error
    rows = {tuple(json.loads(store.get(key))) for key in keys}
    return [list(each) for each in sorted(rows)]
