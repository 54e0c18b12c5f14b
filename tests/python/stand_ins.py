"""What some captured graphs need around them: an operator of a library that the tests do not install, and a process group."""

from __future__ import annotations

import torch

LIBRARY = torch.library.Library("transformers", "DEF")


def grouped_mm(rows: torch.Tensor, weights: torch.Tensor, offs: torch.Tensor) -> torch.Tensor:
    """Rows up to offs[0] times weights[0], those up to offs[1] times weights[1], and so on."""
    result = rows.new_zeros(rows.shape[0], weights.shape[2])
    start = 0
    for group, stop in enumerate(offs.tolist()):
        result[start:stop] = rows[start:stop] @ weights[group]
        start = stop
    return result


def register() -> None:
    LIBRARY.define("grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs) -> Tensor")
    LIBRARY.impl("grouped_mm_fallback", grouped_mm, "CompositeExplicitAutograd")
    if not torch.distributed.is_initialized():
        torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
