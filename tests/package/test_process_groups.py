"""Replica groups out of real process groups: the same whole partition on every rank."""

import subprocess
import sys
from pathlib import Path

WORKER = """
import os, sys
import torch
import torch.distributed as dist
from torch.fx import Graph, GraphModule
from outplace.fx_passes import CollectiveReplicaGroupsPass

rank = int(sys.argv[1])
dist.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=4)
rows = [[0, 2], [1, 3]]
groups = [dist.new_group(row) for row in rows]
mine = groups[rank % 2]
graph = Graph()
x = graph.placeholder("x")
a = graph.call_function(torch.ops._c10d_functional.all_reduce.default, (x, "sum", mine.group_name))
b = graph.call_function(torch.ops._c10d_functional.all_reduce, (a, "sum", dist.group.WORLD.group_name))
graph.output((b,))
_, metadata = CollectiveReplicaGroupsPass().run(GraphModule(torch.nn.Module(), graph))
print(metadata["resolved_count"], a.meta["replica_groups"], b.meta["replica_groups"])
dist.barrier()
dist.destroy_process_group()
"""


def test_every_rank_gets_the_whole_partition(tmp_path: Path) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(rank), str(tmp_path / "meet")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for rank in range(4)
    ]
    results = [worker.communicate(timeout=240) for worker in workers]
    assert [out for out, _ in results] == ["2 [[0, 2], [1, 3]] [[0, 1, 2, 3]]\n"] * 4, results[0][1]
