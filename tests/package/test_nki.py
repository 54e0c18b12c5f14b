"""Kernels under torch.compile: one node, declared writes, configurations."""

import json
import subprocess
import sys
from collections.abc import Mapping

import outplace
import pytest
import torch
from capture import capture
from outplace.fx_passes import get_default_pass_manager
from outplace.kernels import KernelCall


def scale(x: torch.Tensor, y: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    return x * factor + y


KERNEL = outplace.wrap_nki(scale, aliases={0: 0})


def step(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    KERNEL[1](x=x, y=y)
    return x + 1


def test_a_call_without_compilation_writes_its_operand() -> None:
    x = torch.ones(2)
    assert torch.equal(step(x, torch.ones(2)), torch.full((2,), 4.0))
    assert torch.equal(x, torch.full((2,), 3.0))


def test_a_call_is_one_node_and_its_write_is_seen() -> None:
    graph_module, _ = capture(step, torch.ones(2), torch.ones(2))
    call = next(node for node in graph_module.graph.nodes if "kernel_idx" in node.kwargs)
    assert set(call.kwargs) == {"kernel_idx", "grid", "backend_config", "operand_output_aliases", "args", "arg_names", "constant_args_key"}
    assert call.kwargs["grid"] == (1,) and call.kwargs["args"][2] == 2.0
    graph_module, metadata = get_default_pass_manager().run_passes(graph_module)
    assert metadata["aliasing_output_rewrite"]["io_map"] == {1: 0}
    assert metadata["nki_kernel_backend_config_pass"] == {"kernel_call_count": 1}
    assert call.kwargs["operand_output_aliases"] == {0: 0}
    assert json.loads(call.kwargs["backend_config"])
    x = torch.ones(2)
    outputs = graph_module(x, torch.ones(2))
    assert torch.equal(outputs[0], torch.full((2,), 4.0)) and torch.equal(outputs[1], torch.full((2,), 3.0))
    assert torch.equal(x, torch.ones(2))


class Provider:
    def __init__(self) -> None:
        self.calls: list[KernelCall] = []

    def aliases(self, kernel_idx: int) -> Mapping[int, int] | None:
        return {0: 0}

    def configure(self, call: KernelCall) -> tuple[str, Mapping[int, int]]:
        self.calls.append(call)
        return "compiled", {0: 0}


def test_configurations_of_a_provider() -> None:
    graph_module, _ = capture(step, torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64))
    provider = Provider()
    get_default_pass_manager().run_passes(graph_module, kernel_provider=provider)
    call = next(node for node in graph_module.graph.nodes if "kernel_idx" in node.kwargs)
    assert call.kwargs["backend_config"] == "compiled"
    x, _, factor = provider.calls[0].arguments
    assert (x.name, x.is_tensor, x.dtype, x.shape) == ("x", True, "float64", ("2",))
    assert (factor.is_tensor, factor.value) == (False, "2.0")


def test_a_provider_that_fails_is_a_located_error() -> None:
    class Broken(Provider):
        def configure(self, call: KernelCall) -> tuple[str, Mapping[int, int]]:
            raise ValueError("the tile does not fit")

    graph_module, _ = capture(step, torch.ones(2), torch.ones(2))
    with pytest.raises(RuntimeError, match="the tile does not fit") as caught:
        get_default_pass_manager().run_passes(graph_module, kernel_provider=Broken())
    assert "test_nki.py" in str(caught.value)


def test_a_kernel_that_is_wrapped_inside_the_model() -> None:
    def inside(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return outplace.wrap_nki(scale)[2, 3](x, y, factor=3.0)

    graph_module, inputs = capture(inside, torch.ones(2), torch.ones(2))
    call = next(node for node in graph_module.graph.nodes if "kernel_idx" in node.kwargs)
    assert call.kwargs["grid"] == (2, 3)
    assert torch.equal(graph_module(*inputs)[0], torch.full((2,), 4.0))


def test_a_kernel_has_the_same_hash_in_every_process() -> None:
    code = "import test_nki; from outplace.kernels import registry; print(registry.kernels[0].source_hash)"
    hashes = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=__file__.rsplit("/", 1)[0], env=environment()).stdout for _ in "ab"}
    assert len(hashes) == 1 and len(hashes.pop().strip()) == 64


def environment() -> dict[str, str]:
    import os
    from pathlib import Path

    folders = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "python"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": ":".join(folders)}


def test_arguments_that_the_kernel_does_not_have() -> None:
    with pytest.raises(TypeError, match="missing"):
        KERNEL[1](x=torch.ones(1))
    with pytest.raises(TypeError, match="unknown"):
        KERNEL[1](x=torch.ones(1), y=torch.ones(1), z=1)
