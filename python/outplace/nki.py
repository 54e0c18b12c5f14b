"""Hand-written kernels: wrapping them for torch.compile, and telling passes what they write."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from outplace import _core

if TYPE_CHECKING:
    from torch._ops import HigherOrderOperator


@dataclass(frozen=True)
class KernelArgument:
    """One argument of a call: a tensor (dtype and shape as far as known), or a constant (its Python text)."""

    name: str
    is_tensor: bool
    dtype: str
    shape: tuple[str, ...] | None
    value: str


@dataclass(frozen=True)
class KernelCall:
    kernel_idx: int
    grid: str
    arguments: tuple[KernelArgument, ...]


@runtime_checkable
class KernelProvider(Protocol):
    """Where compiled configurations come from."""

    def aliases(self, kernel_idx: int) -> Mapping[int, int] | None:
        """Operand position among all arguments -> result position that holds its new content; None if the kernel is not known."""

    def configure(self, call: KernelCall) -> tuple[str, Mapping[int, int]]:
        """The configuration for one call, and the aliases. What it raises becomes a located error."""


@dataclass(frozen=True)
class Kernel:
    """A registered kernel. `reference` computes in plain PyTorch what the kernel computes, on CPU and under tracing."""

    name: str
    reference: Callable[..., Any]
    arg_names: tuple[str, ...]
    defaults: Mapping[str, Any]
    aliases: Mapping[int, int]
    source_hash: str


@dataclass
class KernelRegistry:
    """Kernels by the index that graphs call them by; the index says nothing about a kernel and differs between processes."""

    kernels: list[Kernel] = field(default_factory=list)
    indices: dict[tuple[int, tuple[tuple[int, int], ...]], int] = field(default_factory=dict)

    def add(self, function: Callable[..., Any], aliases: Mapping[int, int], reference: Callable[..., Any]) -> int:
        key = (id(function), tuple(sorted(aliases.items())))
        if key not in self.indices:
            parameters = inspect.signature(function).parameters
            defaults = {name: each.default for name, each in parameters.items() if each.default is not inspect.Parameter.empty}
            kernel = Kernel(function.__name__, reference, tuple(parameters), defaults, dict(aliases), content_hash(function))
            self.indices[key] = len(self.kernels)
            self.kernels.append(kernel)
        return self.indices[key]

    def declarations(self) -> dict[int, _core.KernelDeclaration]:
        return {index: _core.KernelDeclaration(kernel.name, dict(kernel.aliases), kernel.source_hash) for index, kernel in enumerate(self.kernels)}


registry = KernelRegistry()


def content_hash(function: Callable[..., Any]) -> str:
    """Of the source, so that it is the same in every process; of name and byte code where there is no source."""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        text = f"{function.__module__}.{function.__qualname__}" + ("" if code is None else code.co_code.hex() + repr(code.co_consts))
    return hashlib.sha256(text.encode()).hexdigest()


def add_kernels(options: _core.Options, provider: KernelProvider | None) -> _core.Options:
    """Tells the passes of the kernels: those that are registered, or the provider's."""
    if provider is not None:
        options.set_provider(provider.aliases, lambda *fields: provider.configure(kernel_call(*fields)))
    else:
        options.kernels = registry.declarations()
    return options


def kernel_call(kernel_idx: int, grid: str, arguments: Sequence[tuple[str, bool, str, bool, Sequence[str], str]]) -> KernelCall:
    told = [
        KernelArgument(name, is_tensor, dtype, tuple(shape) if shape_known else None, value)
        for name, is_tensor, dtype, shape_known, shape, value in arguments
    ]
    return KernelCall(kernel_idx, grid, tuple(told))


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


_operator: HigherOrderOperator | None = None


def kernel_operator() -> HigherOrderOperator:
    """The operator that stands in graphs for a kernel call."""
    global _operator
    if _operator is None:
        from outplace._nki_operator import make_operator

        _operator = make_operator(run_reference)
    return _operator


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
        return kernel_operator()(
            kernel_idx=self.kernel_idx,
            grid=self.grid,
            backend_config="",
            operand_output_aliases={},
            args=tuple(given[name] for name in self.arg_names),
            arg_names=self.arg_names,
            constant_args_key=-1,
        )


def wrap_nki(nki_kernel: Any, *, aliases: Mapping[int, int] | None = None, reference: Callable[..., Any] | None = None) -> KernelCaller:
    """A kernel that can be called in a model, also under torch.compile: `wrap_nki(kernel)[grid](x=x, y=y)`.

    aliases: which operands (by position among all arguments) the kernel writes, and which of its results is their new content. reference: what the kernel computes, in
    plain PyTorch and without writing to its operands; by default the kernel itself.
    """
    function = getattr(nki_kernel, "func", nki_kernel)
    index = registry.add(function, aliases or {}, reference or function)
    kernel = registry.kernels[index]
    return KernelCaller(index, (), kernel.arg_names, kernel.defaults)
