"""The programs of tests/cases, and runs of them."""

from __future__ import annotations

import contextlib
import json
import linecache
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from graph_harness import flatten, same_bits, same_strides
from graph_sidecar import shares_memory

FILE = Path(__file__).resolve().parent.parent / "cases" / "cases.json"
MOST_VALUES = 24  # longer tensors are recorded by their sum


@dataclass(frozen=True)
class Case:
    id: str
    symptom: str
    kinds: list[str]
    code: str
    expect: str
    in_shapes: list[str]
    eager_out: list[str]
    eager_mut: list[str]
    eager_alias: list[str]

    def program(self, **replaced: Any) -> tuple[Callable, Callable]:
        """The function and the maker of its inputs; `replaced` stands in for other functions of the code."""
        name, namespace = f"<{self.id}>", {"torch": torch}
        linecache.cache[name] = (len(self.code), None, self.code.splitlines(keepends=True), name)
        exec(compile(self.code, name, "exec", dont_inherit=True), namespace)
        namespace.update(replaced)
        return namespace["f"], namespace["make"]


@contextlib.contextmanager
def quiet_dynamo() -> Iterator[None]:
    """Programs that Dynamo refuses make it log much."""
    loggers = [logging.getLogger(name) for name in ("torch._dynamo", "torch._subclasses.fake_tensor")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def all_cases() -> list[Case]:
    return [Case(**entry) for entry in json.loads(FILE.read_text())]


@dataclass
class Run:
    inputs: list[torch.Tensor]
    outputs: list[Any]
    begun: list[torch.Tensor]  # the inputs as they were
    layouts: list[tuple]
    gradients: list[torch.Tensor | None]


def layout(value: torch.Tensor) -> tuple:
    """What an object says of itself beside its content: a change of it is one of metadata."""
    return value.shape, value.stride(), value.storage_offset(), value.untyped_storage()._cdata


def run(function: Callable, make: Callable) -> Run:
    arguments = make()
    inputs = list(flatten(arguments))
    begun, layouts = [value.detach().clone() for value in inputs], [layout(value) for value in inputs]
    torch.manual_seed(0)
    outputs = [value for value in flatten(function(*arguments)) if value is not None]
    sources = [value for value in inputs if value.requires_grad]
    losses = [value.sum() for value in outputs if value.requires_grad]
    gradients = torch.autograd.grad(sum(losses), sources, allow_unused=True) if losses and sources else [None] * len(sources)
    return Run(inputs, outputs, begun, layouts, list(gradients))


def described(value: torch.Tensor) -> str:
    """A tensor as the recorded answers spell it."""
    head = f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)} "
    if value.numel() > MOST_VALUES:
        return f"{head}sum={value.double().sum().item():.4f}"
    items = value.detach().resolve_conj().reshape(-1).tolist()
    return f"{head}[{','.join(str(round(item, 4) + 0.0 if isinstance(item, float) else item) for item in items)}]"


def recorded_answers(done: Run) -> tuple[list[str], list[str], list[str]]:
    """Outputs, changed inputs, and outputs that are inputs or views of them, as in the recorded answers."""
    changed = []
    for index, (before, value, begun_layout) in enumerate(zip(done.begun, done.inputs, done.layouts)):
        moved = begun_layout != layout(value)
        if moved or not same_bits(before, value):
            changed.append(f"in{index}({'meta' if moved else 'data'})={described(value)}")
    aliases = []
    for index, output in enumerate(done.outputs):
        for position, value in enumerate(done.inputs):
            if output is value or shares_memory(output, value):
                aliases.append(f"out{index} {'is' if output is value else 'view'} in{position}")
                break
    return [described(value) for value in done.outputs], changed, aliases


def memory(done: Run) -> list[tuple[int, int]]:
    """For each output and each final input: the first of them with the same memory, and the distance from it in bytes."""
    first: dict[int, tuple[int, int]] = {}
    places = []
    for index, value in enumerate([*done.inputs, *done.outputs]):
        position, start = first.setdefault(value.untyped_storage()._cdata, (index, value.data_ptr()))
        places.append((position, value.data_ptr() - start if value.numel() else 0))
    return places


def differences(expected: Run, got: Run, new_memory: bool = False) -> list[str]:
    """All that tells two runs apart; empty if they are equal. With `new_memory` an input may keep its memory where the expected one got other memory."""
    if len(expected.outputs) != len(got.outputs):
        return [f"{len(got.outputs)} outputs instead of {len(expected.outputs)}"]
    found = []
    for kind in ("inputs", "outputs", "gradients"):
        for index, (a, b) in enumerate(zip(getattr(expected, kind), getattr(got, kind), strict=True)):
            if not same_bits(a, b):
                found.append(f"{kind} {index}: {b} instead of {a}")
            elif a is None:
                continue
            elif not same_strides(a, b):
                found.append(f"{kind} {index}: strides {b.stride()} instead of {a.stride()}")
            elif a.requires_grad != b.requires_grad:
                found.append(f"{kind} {index}: requires_grad is {b.requires_grad}")
    wanted, answers = recorded_answers(expected), recorded_answers(got)
    if new_memory:
        wanted = wanted[0], [text.replace("(meta)", "(data)") for text in wanted[1]], wanted[2]
    if wanted != answers:
        found.append(f"{answers} instead of {wanted}")
    if memory(expected) != memory(got):
        found.append(f"memory is shared as {memory(got)} instead of {memory(expected)}")
    return found



def custom_operator(case: Case, schema: str) -> tuple[Callable, str, torch.library.Library]:
    """The function that the schema names as an operator, its declaration for `--ops`, and what keeps it registered.

    Its functional form returns the new content of what is written, in order.
    """
    name, parameters = schema.split("(", 1)[0], schema[schema.index("(") + 1 : schema.rindex(") ->")].split(", ")
    written = [index for index, parameter in enumerate(parameters) if "!" in parameter]
    plain = [re.sub(r"\(\w!\)", "", parameter) for parameter in parameters]
    types = [plain[index].rsplit(" ", 1)[0] for index in written]
    twin = f"{name.rstrip('_')}_functional"
    functional = f"{twin}({', '.join(plain)}) -> {types[0] if len(types) == 1 else '(' + ', '.join(types) + ')'}"
    namespace: dict[str, Any] = {"torch": torch}
    exec(compile(case.code, case.id, "exec", dont_inherit=True), namespace)
    function = namespace[name]

    def pure(*arguments: Any) -> Any:
        copies = [[item.clone() for item in value] if isinstance(value, (list, tuple)) else value.clone() for value in arguments]
        function(*copies)
        results = tuple(copies[index] for index in written)
        return results[0] if len(results) == 1 else results

    def in_place(*arguments: Any) -> None:
        function(*arguments)

    library = torch.library.Library("outplace_cases", "DEF")
    for text, implementation in ((schema, in_place), (functional, pure)):
        library.define(text)
        library.impl(text.split("(")[0], implementation, "CompositeExplicitAutograd")
    spelled = f"outplace_cases::{schema} : twin=torch.ops.outplace_cases.{twin}\noutplace_cases::{functional}\n"
    return getattr(torch.ops.outplace_cases, name), spelled, library
