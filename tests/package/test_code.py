"""The package's own code: types, style, and a stub that says what the extension module has."""

import subprocess
import sys
from pathlib import Path

import outplace
import pytest

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SOURCES = REPOSITORY / "python" / "outplace"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=REPOSITORY)


def test_types(tmp_path: Path) -> None:
    done = run("mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "outplace")
    assert done.returncode == 0, done.stdout + done.stderr


def test_style() -> None:
    done = run("ruff", "check", "--no-cache", "python", "tests/package", "bench/bridge_cost.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_what_the_extension_module_has(tmp_path: Path) -> None:
    done = run("nanobind.stubgen", "-m", "outplace._core", "-o", str(tmp_path / "_core.pyi"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "_core.pyi").read_text() == (SOURCES / "_core.pyi").read_text()


def test_the_installed_package_is_complete() -> None:
    installed = Path(outplace.__file__).parent
    if installed == SOURCES:
        pytest.skip("the package is not installed")
    for source in SOURCES.rglob("*.py*"):
        if "__pycache__" not in source.parts:
            assert (installed / source.relative_to(SOURCES)).read_bytes() == source.read_bytes()
