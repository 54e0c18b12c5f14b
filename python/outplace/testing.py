"""Checks against eager PyTorch: a program is run twice, on equal inputs, and all that tells the two runs apart is reported.

    from outplace.testing import compare
    assert compare(model, lambda: (torch.randn(4, 8),)) == []

Outputs and final inputs are compared bit for bit, with their dtypes, shapes, strides and what they share memory with; then gradients, and the random numbers that were drawn.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import torch

if TYPE_CHECKING:
    from torch.fx import GraphModule


class Rewrite(Protocol):
    """What `functionalize` returns, as far as it is needed to run it."""

    @property
    def graph_module(self) -> GraphModule: ...
    @property
    def io_map(self) -> dict[int, int]: ...
    @property
    def state_map(self) -> dict[int, str]: ...
    @property
    def original_output_count(self) -> int: ...


def flatten(value: Any) -> Iterator[Any]:
    """The leaves of nested lists, tuples and mappings."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flatten(item)
    else:
        yield value


def tensors_in(value: Any) -> list[torch.Tensor]:
    return [item for item in flatten(value) if isinstance(item, torch.Tensor)]


# ---- equality


def raw_bytes(tensor: torch.Tensor) -> torch.Tensor:
    plain = tensor.detach().resolve_conj().resolve_neg()
    return torch.empty(plain.shape, dtype=plain.dtype, device=plain.device).copy_(plain).reshape(-1).view(torch.uint8)


def same_bits(a: Any, b: Any) -> bool:
    """Equal dtypes, shapes and bits; of values that are no tensors: equal types and values."""
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return type(a) is type(b) and bool(a == b or (a != a and b != b))
    return a.dtype == b.dtype and a.shape == b.shape and torch.equal(raw_bytes(a), raw_bytes(b))


def same_strides(a: Any, b: Any) -> bool:
    """Strides agree where they matter: in dims of more than one element."""
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor) or a.numel() == 0:
        return True
    return all(x == y for x, y, size in zip(a.stride(), b.stride(), a.shape, strict=False) if size > 1)


def value_differences(what: str, expected: Any, got: Any, *, strides: bool = True) -> list[str]:
    """What tells two values apart, in words."""
    if isinstance(expected, torch.Tensor) and isinstance(got, torch.Tensor):
        for name, a, b in (("dtype", expected.dtype, got.dtype), ("shape", tuple(expected.shape), tuple(got.shape)), ("device", expected.device, got.device)):
            if a != b:
                return [f"{what} has {name} {b} instead of {a}"]
    if not same_bits(expected, got):
        return [f"{what} is {got} instead of {expected}"]
    if strides and not same_strides(expected, got):
        return [f"{what} has strides {got.stride()} instead of {expected.stride()}"]
    return []


# ---- equal inputs


def copy_inputs(inputs: Any) -> Any:
    """Inputs with contents of their own that share memory among themselves as the given ones do. Tensors that require gradients become leaves."""
    storages: dict[int, torch.UntypedStorage] = {}
    made: dict[int, torch.Tensor] = {}

    def copied(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            if id(value) not in made:
                made[id(value)] = copied_tensor(value)
            return made[id(value)]
        if isinstance(value, (list, tuple)):
            items = [copied(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        if isinstance(value, Mapping):
            return {key: copied(item) for key, item in value.items()}
        return copy.deepcopy(value)

    def copied_tensor(value: torch.Tensor) -> torch.Tensor:
        storage = value.untyped_storage()
        if storage._cdata not in storages:
            storages[storage._cdata] = storage.clone()  # type: ignore[no-untyped-call]
        with torch.no_grad():
            new = torch.empty(0, dtype=value.dtype, device=value.device)
            new.set_(storages[storage._cdata], value.storage_offset(), value.shape, value.stride())
            if value.is_conj():
                new = new.conj()
            if value.is_neg():
                new = torch._neg_view(new)
        if isinstance(value, torch.nn.Parameter):
            return torch.nn.Parameter(new, value.requires_grad)
        return new.requires_grad_(value.requires_grad)

    return copied(inputs)


# ---- runs


@dataclass
class Run:
    """What one run of a program did."""

    inputs: list[torch.Tensor]  # as they were left
    outputs: list[Any]
    gradients: list[torch.Tensor | None]
    random_state: torch.Tensor
    error: Exception | None = None


def leaves_of(inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    return [value for value in inputs if value.requires_grad and value.is_leaf]


def loss_of(outputs: Sequence[torch.Tensor]) -> torch.Tensor | None:
    """A number that depends on every element of the outputs that have a gradient, with another factor for each."""
    terms = []
    for index, value in enumerate(outputs):
        if not value.requires_grad or value.grad_fn is None:
            continue
        factors = torch.linspace(0.5, 1.5, value.numel(), device=value.device, dtype=torch.float64).reshape(value.shape).to(value.dtype)
        term = (value * factors * (1 + index)).sum()
        terms.append(term.real if term.is_complex() else term)
    return sum(term.double() for term in terms) if terms else None  # type: ignore[return-value]


def observe(function: Callable[..., Any], arguments: Any, state: Sequence[torch.Tensor] = (), *, gradients: bool = True, seed: int = 0) -> Run:
    """Runs the function on the arguments, which it may change. `state` are further tensors that it may change, such as parameters and buffers."""
    inputs = [*tensors_in(arguments), *state]
    leaves = leaves_of(inputs)
    torch.manual_seed(seed)
    try:
        returned = function(*arguments) if isinstance(arguments, (tuple, list)) else function(**arguments)
    except Exception as error:  # whatever the program raises
        return Run(inputs, [], [], torch.get_rng_state(), error)
    random_state = torch.get_rng_state()
    outputs = list(flatten(returned))
    found: list[torch.Tensor | None] = []
    if gradients and leaves:
        loss = loss_of([*tensors_in(outputs), *inputs])
        found = [None] * len(leaves) if loss is None else list(torch.autograd.grad(loss, leaves, allow_unused=True))
    return Run(inputs, outputs, found, random_state)


def memory_of(run: Run) -> list[tuple[int, int]]:
    """For each final input and each output: the first of them with the same memory, and the distance from it in bytes."""
    first: dict[int, tuple[int, int]] = {}
    places = []
    for index, value in enumerate([*run.inputs, *run.outputs]):
        if not isinstance(value, torch.Tensor) or value.numel() == 0:
            places.append((index, 0))
            continue
        storage = value.untyped_storage()
        position, start = first.setdefault(storage.data_ptr(), (index, value.data_ptr()))
        places.append((position, value.data_ptr() - start))
    return places


def identities_of(run: Run) -> list[int]:
    """For each output: the first of the inputs and outputs that is the same object."""
    values = [*run.inputs, *run.outputs]
    first: dict[int, int] = {}
    return [first.setdefault(id(value), index) if isinstance(value, torch.Tensor) else index for index, value in enumerate(values)][len(run.inputs) :]


def differences(expected: Run, got: Run, *, strides: bool = True, memory: bool = True) -> list[str]:
    """All that tells two runs apart; empty if they are equal."""
    if expected.error is not None or got.error is not None:
        if expected.error is not None and got.error is not None:
            return []
        return [
            f"the program raises {type(expected.error or got.error).__name__} only {'as it was' if expected.error else 'compiled'}: {expected.error or got.error}"
        ]
    if len(expected.outputs) != len(got.outputs):
        return [f"there are {len(got.outputs)} outputs instead of {len(expected.outputs)}"]
    found = []
    for kind, before, after in (("output", expected.outputs, got.outputs), ("final input", expected.inputs, got.inputs)):
        for index, (a, b) in enumerate(zip(before, after, strict=True)):
            found += value_differences(f"{kind} {index}", a, b, strides=strides)
            if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and a.requires_grad != b.requires_grad:
                found.append(f"{kind} {index}: requires_grad is {b.requires_grad} instead of {a.requires_grad}")
    for index, (a, b) in enumerate(zip(expected.gradients, got.gradients, strict=True)):
        found += value_differences(f"gradient {index}", a, b, strides=False)
    if not torch.equal(expected.random_state, got.random_state):
        found.append("other random numbers were drawn")
    if memory:
        if memory_of(expected) != memory_of(got):
            found.append(f"memory is shared as {memory_of(got)} instead of {memory_of(expected)}")
        elif identities_of(expected) != identities_of(got):
            found.append(f"outputs are the objects {identities_of(got)} instead of {identities_of(expected)}")
    return found


# ---- programs and graphs


def compare(
    function: Callable[..., Any],
    make_inputs: Callable[[], Any],
    *,
    backend: Any = "outplace",
    dynamic: bool | None = None,
    strides: bool = True,
    memory: bool = True,
    gradients: bool = True,
    seed: int = 0,
    calls: int = 1,
) -> list[str]:
    """Runs a function or module as it is and compiled, and reports what tells the runs apart.

    make_inputs is called for the inputs of every run: a tuple of arguments, or a dict of keyword arguments. It must give equal values at its first, second, ... call after
    torch.manual_seed. A module is copied, and its parameters and buffers are compared as further inputs. With several `calls`, each works with what the one before left.
    """
    runs: list[list[Run]] = []
    for compiled in (False, True):
        program = copy.deepcopy(function) if isinstance(function, torch.nn.Module) else function
        state = [*program.parameters(), *program.buffers()] if isinstance(program, torch.nn.Module) else []
        callable_ = torch.compile(program, backend=backend, dynamic=dynamic) if compiled else program
        done = []
        for call in range(calls):
            torch.manual_seed(seed + call)
            run = observe(callable_, make_inputs(), state, gradients=gradients, seed=seed + call)
            done.append(snapshot(run) if calls > 1 else run)
        runs.append(done)
    found = []
    for call, (expected, got) in enumerate(zip(*runs, strict=True)):
        found += [f"call {call}: {text}" if calls > 1 else text for text in differences(expected, got, strides=strides, memory=memory)]
    return found


def snapshot(run: Run) -> Run:
    """The run with contents that later runs do not change; memory is shared as before."""
    inputs, outputs = copy_inputs((run.inputs, run.outputs))
    return Run(inputs, outputs, run.gradients, run.random_state, run.error)


def interpreter(graph_module: GraphModule) -> Callable[..., Any]:
    """Runs a graph node by node. Its generated code is no measure: `w @= x` in it rebinds other names for w."""
    import torch.fx

    return lambda *inputs: torch.fx.Interpreter(graph_module).run(*inputs)


def applied(result: Rewrite) -> Callable[..., Any]:
    """Runs a rewritten graph and writes to its inputs and attributes what the maps say. Raises an AssertionError if the graph itself changes them."""

    def run(*inputs: Any) -> Any:
        held = [*tensors_in(inputs), *state_of(result.graph_module, result.state_map.values())]
        before = [raw_bytes(value) for value in held]
        outputs = list(flatten(interpreter(result.graph_module)(*inputs)))
        for index, (bits, value) in enumerate(zip(before, held, strict=True)):
            assert torch.equal(bits, raw_bytes(value)), f"the rewritten graph writes to input {index}"
        flat = list(flatten(inputs))
        targets = [flat[position] for position in result.io_map.values()] + state_of(result.graph_module, result.state_map.values())
        values = [outputs[index].detach().clone() for index in (*result.io_map, *result.state_map)]
        for target, value in zip(targets, values, strict=True):
            assert value.shape == target.shape and value.dtype == target.dtype, "an output does not fit the input that it is the new content of"
            write_over(target, value)
        return outputs[: result.original_output_count]

    return run


def write_over(target: torch.Tensor, value: torch.Tensor) -> None:
    """target.copy_(value), also where several elements of the target are one place of memory."""
    with torch.no_grad():
        shown = target.detach()
        for dim, (size, step) in enumerate(zip(target.shape, target.stride(), strict=True)):
            if step == 0 and size > 1:
                shown, value = shown.narrow(dim, 0, 1), value.narrow(dim, 0, 1)
        shown.copy_(value)


def state_of(graph_module: GraphModule, paths: Any) -> list[torch.Tensor]:
    found = []
    for path in paths:
        value: Any = graph_module
        for part in path.split("."):
            value = getattr(value, part)
        found.append(value)
    return found


def compare_rewrite(original: GraphModule, result: Rewrite, make_inputs: Callable[[], Sequence[Any]], *, strides: bool = True, seed: int = 0) -> list[str]:
    """Runs a graph and its rewritten form with what its maps say, without gradients, and reports what tells the runs apart. Outputs need not be the same memory."""
    with torch.no_grad():
        expected = observe(interpreter(original), tuple(make_inputs()), gradients=False, seed=seed)
        got = observe(applied(result), tuple(make_inputs()), gradients=False, seed=seed)
    return differences(expected, got, strides=strides, memory=False)
