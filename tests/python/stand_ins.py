"""What some captured graphs need around them: an operator that the transformers library registers, and a process group."""

from __future__ import annotations

import importlib

import torch


def register() -> None:
    # The operator is the library's own: one that stood in for it could not be in one process with the library.
    importlib.import_module("transformers.integrations.moe")
    if not torch.distributed.is_initialized():
        torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
