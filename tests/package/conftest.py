"""Settings that make runs repeatable; programs and graphs are shared with tests/python."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parent.parent / "python"))
torch.set_num_threads(1)
