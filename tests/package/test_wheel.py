"""The wheel that `make install` builds works where nothing can be compiled."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import torch

WHEELS = Path(__file__).resolve().parent.parent.parent / "build" / "wheel"

PROGRAM = """
import shutil
import outplace, torch

assert not any(map(shutil.which, ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")))


def step(cache, key):
    cache.narrow(0, 0, 1).copy_(key)
    cache.add_(1)
    return cache * 2


graph_module = torch.fx.symbolic_trace(step)
inputs = [torch.arange(4.0), torch.ones(1)]
result = outplace.functionalize(graph_module, inputs)
assert result.io_map == {1: 0}
found, cache = graph_module(*inputs)
assert torch.equal(inputs[0], torch.arange(4.0))
assert torch.equal(found, step(*inputs)) and torch.equal(cache, inputs[0])
print(outplace.__file__)
"""


def test_a_wheel_is_all_that_is_needed(tmp_path: Path) -> None:
    wheels = list(WHEELS.glob("outplace-*.whl"))
    if not wheels:
        pytest.skip("no wheel was built")
    place = tmp_path / "venv"
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    install = ["--python", str(python), "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([sys.executable, "-m", "pip", *install, *map(str, wheels)], check=True, env=environment)
    (site,) = place.glob("lib/python*/site-packages")
    (site / "torch.pth").write_text(str(Path(torch.__file__).parent.parent) + "\n")
    done = subprocess.run([str(python), "-c", PROGRAM], env={**environment, "PATH": str(place / "bin")}, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(place)
