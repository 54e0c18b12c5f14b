"""Hand-written kernels in models: `wrap_nki(kernel)[grid](x=x)` is one node under torch.compile, and runs the kernel's reference on CPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch._dynamo
from torch._dynamo.variables import higher_order_ops as dynamo
from torch._dynamo.variables.builder import wrap_fx_proxy
from torch._ops import HigherOrderOperator
from torch._subclasses.fake_tensor import FakeTensorMode

from outplace.kernels import registry

NAME = "nki_kernel_wrapper"


def run_reference(
    *,
    kernel_idx: int,
    grid: Sequence[int],
    backend_config: str,
    operand_output_aliases: Mapping[int, int],
    args: Sequence[Any],
    arg_names: Sequence[str],
    constant_args_key: int,
) -> Any:
    """A call on CPU. One without a configuration is as the model wrote it: operands that the kernel writes are written. With one it is a value: nothing is."""
    kernel = registry.kernels[kernel_idx]
    results = kernel.reference(**dict(zip(arg_names, args, strict=True)))
    if not backend_config:
        parts = results if isinstance(results, (tuple, list)) else (results,)
        for operand, result in kernel.aliases.items():
            args[operand].copy_(parts[result])
    return results


class KernelWrapper(HigherOrderOperator):
    """The operator that stands in graphs for a kernel call."""

    def __init__(self) -> None:
        super().__init__(NAME)  # type: ignore[no-untyped-call]

    def __call__(self, **kwargs: Any) -> Any:
        return super().__call__(**kwargs)  # type: ignore[no-untyped-call]


class KernelVariable(dynamo.TorchHigherOrderOperatorVariable):
    """For Dynamo a call is one node, whatever the kernel does inside."""

    _HOP_NAME = f"torch.ops.higher_order.{NAME}"

    def _call_function(self, tx: Any, args: Any, kwargs: Any) -> Any:
        operands = {name: value.as_proxy() for name, value in kwargs.items()}
        return wrap_fx_proxy(tx=tx, proxy=tx.output.create_proxy("call_function", self.value, args=(), kwargs=operands))


OPERATOR = KernelWrapper()
dynamo._hop_name_to_variable_class[NAME] = KernelVariable


@OPERATOR.py_impl(torch._C.DispatchKey.CompositeExplicitAutograd)
def run_eagerly(**kwargs: Any) -> Any:
    return run_reference(**kwargs)


@OPERATOR.py_autograd_impl
def run_with_gradients(**kwargs: Any) -> Any:
    return run_reference(**kwargs)


@OPERATOR.py_impl(FakeTensorMode)
def run_on_fake_tensors(mode: FakeTensorMode, **kwargs: Any) -> Any:
    with mode:
        return run_reference(**kwargs)


@dataclass(frozen=True)
class KernelCaller:
    """A kernel with a grid; calling it is one node under torch.compile."""

    kernel_idx: int
    grid: tuple[int, ...]
    arg_names: tuple[str, ...]
    defaults: Mapping[str, Any]

    def __getitem__(self, grid: int | Sequence[int]) -> KernelCaller:
        sizes = (grid,) if isinstance(grid, int) else tuple(int(size) for size in grid)
        return KernelCaller(self.kernel_idx, sizes, self.arg_names, self.defaults)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = {**self.defaults, **dict(zip(self.arg_names, args)), **kwargs}
        missing = [name for name in self.arg_names if name not in given]
        if missing or len(given) != len(self.arg_names):
            unknown = [name for name in given if name not in self.arg_names]
            raise TypeError(f"the kernel takes {', '.join(self.arg_names)}; missing: {missing}, unknown: {unknown}")
        return OPERATOR(
            kernel_idx=self.kernel_idx,
            grid=self.grid,
            backend_config="",
            operand_output_aliases={},
            args=tuple(given[name] for name in self.arg_names),
            arg_names=self.arg_names,
            constant_args_key=-1,
        )


@torch._dynamo.assume_constant_result  # type: ignore[untyped-decorator]
def register(function: Callable[..., Any], aliases: tuple[tuple[int, int], ...], reference: Callable[..., Any]) -> int:
    """The kernel's index. Under tracing a constant."""
    return registry.add(function, dict(aliases), reference)


def wrap_nki(nki_kernel: Any, *, aliases: Mapping[int, int] | None = None, reference: Callable[..., Any] | None = None) -> KernelCaller:
    """A kernel that can be called in a model, also under torch.compile: `wrap_nki(kernel)[grid](x=x, y=y)`.

    aliases: which operands (by position among all arguments) the kernel writes, and which of its results is their new content. reference: what the kernel computes, in
    plain PyTorch and without writing to its operands; by default the kernel itself.
    """
    function = getattr(nki_kernel, "func", nki_kernel)
    index = register(function, tuple((aliases or {}).items()), reference or function)
    kernel = registry.kernels[index]
    return KernelCaller(index, (), kernel.arg_names, kernel.defaults)
