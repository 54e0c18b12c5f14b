"""The helpers of tests/python are shared; what is tested is the package that is installed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tests" / "python"))

import stand_ins  # noqa: E402

torch.set_num_threads(1)
stand_ins.register()


@pytest.fixture(scope="session")
def outplace_command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command line with the arguments and returns what it printed."""
    program = os.environ.get("OUTPLACE", str(REPOSITORY / "build" / "release" / "bin" / "outplace"))

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=300)

    return run
