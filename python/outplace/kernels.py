"""Hand-written kernels as the passes see them: which are registered, what they write, where their configurations come from."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from outplace import _core


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
