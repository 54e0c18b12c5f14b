"""Where the command is, and settings that make runs repeatable."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import stand_ins
import torch

REPOSITORY = Path(__file__).resolve().parent.parent.parent
torch.set_num_threads(1)
stand_ins.register()


@pytest.fixture(scope="session")
def outplace() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command with the arguments and returns what it printed."""
    program = os.environ.get("OUTPLACE", str(REPOSITORY / "build" / "release" / "bin" / "outplace"))
    if not os.access(program, os.X_OK):
        pytest.exit(f"{program} is not there: build it, or name it in OUTPLACE", returncode=2)

    def run(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        command = [program, *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300)

    return run
