"""ops/*.ops against the installed PyTorch."""

from __future__ import annotations

import importlib.util
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
import torch

ROOT = Path(__file__).parents[2]
OPS = ROOT / "ops"


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_schemas", ROOT / "tools" / "generate_schemas.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def checked_in() -> list[str]:
    return [line for line in (OPS / "schemas.ops").read_text().splitlines() if not line.startswith("#")]


def test_schemas_are_those_of_the_installed_torch(checked_in: list[str]) -> None:
    generated = load_generator().schema_lines()
    # Other tests may have registered operators of their own.
    namespaces = {line.split("::")[0] for line in checked_in}
    generated = [line for line in generated if line.split("::")[0] in namespaces]
    assert sorted(set(generated) - set(checked_in)) == []
    assert sorted(set(checked_in) - set(generated)) == []


def test_schemas_are_sorted_and_unique(checked_in: list[str]) -> None:
    assert checked_in == sorted(set(checked_in))


def test_every_tensor_method_that_ends_in_an_underscore_is_known() -> None:
    packets = set(re.findall(r"^(?:aten|method)::([A-Za-z0-9_]+)", "\n".join(path.read_text() for path in OPS.glob("*.ops")), re.M))
    methods = {name for name in dir(torch.Tensor) if name.endswith("_") and not name.endswith("__")}
    assert sorted(methods - packets) == []


def declared_functions() -> list[str]:
    text = "\n".join(path.read_text() for path in OPS.glob("*.ops"))
    return sorted(set(re.findall(r"^py::(torch\.nn\.functional\.\w+)", text, re.M)))


@pytest.mark.parametrize("name", declared_functions())
def test_functional_signatures_are_pytorchs(name: str) -> None:
    text = (OPS / "functional.ops").read_text()
    schema = re.search(rf"^py::{re.escape(name)}\((.*?)\) -> ", text, re.M)
    assert schema is not None
    ours = [re.sub(r"=.*", "", part.strip()).split(" ")[-1] for part in re.split(r",\s(?![^\[(]*[\])])", schema[1]) if part.strip() != "*"]
    function = getattr(torch.nn.functional, name.rsplit(".", 1)[1])
    theirs = list(inspect.signature(function).parameters)
    if theirs == ["args", "kwargs"]:
        return  # torch._jit_internal.boolean_dispatch hides the signature
    assert ours == theirs


def test_functional_inplace_flags_are_known() -> None:
    text = (OPS / "functional.ops").read_text()
    for name in dir(torch.nn.functional):
        function = getattr(torch.nn.functional, name)
        if not inspect.isfunction(function) or name == "threshold":
            continue
        if "inplace" in inspect.signature(function).parameters:
            assert re.search(rf"^py::torch\.nn\.functional\.{name}\(.*when=inplace", text, re.M), name
