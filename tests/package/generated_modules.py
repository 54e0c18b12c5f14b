"""Programs of the C++ generator (tests/property), rewritten in this process: text to graph module, `functionalize` with the inputs as examples, and both run by torch.

    python tests/package/generated_modules.py --count 2000 --seed 1 | --enumerate 2 [--layout ignore]

Of three programs one has example values as torch.compile leaves them (where sizes are not symbolic), one those that the text's annotations say, and one no metadata at all. Says how many programs eager mode refuses, how many are
refused and why, and where rewritten ones differ. PROPERTY_RUNNER names the generator.
"""


from __future__ import annotations

import collections
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "python"))

import torch
import torch.fx
from generated_programs import Given, each_program, hangs_on_rounding, is_annotated, read_options, told_apart
from outplace import OutplaceError, functionalize
from outplace.testing import Run, applied, interpreter, observe
from random_graphs import reason_of
from remaining_writes import writes
from text_graphs import graph_module
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


class Describing(torch.fx.Interpreter):
    """Runs a graph on fake tensors and keeps what every node gives as its example value. Objects that are written stay one object, as in graphs that Dynamo makes."""

    def run_node(self, n: torch.fx.Node) -> Any:
        value = super().run_node(n)
        if n.op != "output" and value is not None and "setitem" not in n.name:
            n.meta["example_value"] = list(value) if isinstance(value, tuple) else value
        return value


def describe(module: torch.fx.GraphModule, inputs: list[Any]) -> bool:
    """Gives the nodes example values. False if fake tensors cannot follow the program; some nodes are then left without."""
    mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
    fakes = [mode.from_tensor(value, static_shapes=True) if isinstance(value, torch.Tensor) else value for value in inputs]
    grad = torch.is_grad_enabled()
    try:
        with mode:
            Describing(module).run(*fakes)
        return True
    except Exception:  # fake tensors do not cover everything
        forget(module)
        return False
    finally:
        torch.set_grad_enabled(grad)


def forget(module: torch.fx.GraphModule) -> None:
    for node in module.graph.nodes:
        node.meta.clear()


@dataclass
class Outcome:
    invalid: str = ""
    refused: str = ""
    described: bool = False
    rounding: bool = False  # complex products or quotients: a difference is no fault
    wrong: list[str] = field(default_factory=list)


def hold(module: torch.fx.GraphModule, attributes: dict[str, torch.Tensor]) -> None:
    """Gives the module other tensors, where `graph_module` put the first ones."""
    for name, value in attributes.items():
        object.__setattr__(module, name, value)


def observed(run: Callable[[Any], Callable[..., Any]], program: Any, given: Given, seed: int) -> Run:
    """Runs a graph module, or what a rewrite gave, on fresh inputs and with fresh attributes."""
    inputs, attributes = given.make(seed)
    hold(getattr(program, "graph_module", program), attributes)
    return observe(run(program), inputs, list(attributes.values()), gradients=False, seed=seed)


def check(folder: Path, seed: int, layout: str) -> Outcome:
    text = (folder / "graph.py").read_text()
    given = Given.read(folder)
    module = graph_module(text, given.make(seed)[1])
    original = observed(interpreter, module, given, seed)
    if original.error is not None:
        words = str(original.error).splitlines()
        return Outcome(invalid=reason_of(f"error: {type(original.error).__name__} {words[0] if words else ''}"))
    outcome = Outcome()
    examples, attributes = given.make(seed)
    hold(module, attributes)
    if seed % 3 == 0 and "Sym(" not in text:
        outcome.described = describe(module, examples)
    elif seed % 3 == 1 or not is_annotated(text):
        forget(module)
    try:
        result = functionalize(module, examples, layout=layout, copy=True)
    except OutplaceError as error:
        outcome.refused = reason_of(str(error))
        return outcome
    rewritten = observed(applied, result, given, seed)
    if rewritten.error is not None:
        outcome.wrong = [f"the rewritten graph raises {type(rewritten.error).__name__}: {(str(rewritten.error).splitlines() or [''])[0]}"]
        return outcome
    # x.data = y gives an input another layout, which what is copied into it cannot.
    laid_out = "ignore" if "torch.Tensor.set_" in text else layout
    for kind, before, after, asked in (("output", original.outputs, rewritten.outputs, layout), ("final input", original.inputs, rewritten.inputs, laid_out)):
        if len(before) != len(after):
            outcome.wrong.append(f"there are {len(after)} {kind}s instead of {len(before)}")
        for index, (a, b) in enumerate(zip(before, after)):
            outcome.wrong += [f"{kind} {index} {what}" for what in told_apart(a, b, asked, hangs_on_rounding(text))]
    outcome.rounding = bool(outcome.wrong) and hangs_on_rounding(text)  # what is computed from such bits may differ in any way
    if seed % 16 == 0:
        outcome.wrong += [f"a write is left: {line}" for line in writes(result.graph_module.print_readable(print_output=False))]
    return outcome


@dataclass
class Tally:
    programs: int = 0
    described: int = 0
    rounding: list[int] = field(default_factory=list)
    invalid: collections.Counter[str] = field(default_factory=collections.Counter)
    refused: collections.Counter[str] = field(default_factory=collections.Counter)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    examples: dict[str, int] = field(default_factory=dict)

    def count(self, seed: int, outcome: Outcome) -> None:
        self.programs += 1
        self.described += outcome.described
        for counter, reason in ((self.invalid, outcome.invalid), (self.refused, outcome.refused)):
            if reason:
                counter[reason] += 1
                self.examples.setdefault(reason, seed)
        if outcome.rounding:
            self.rounding.append(seed)
        else:
            self.wrong += [(seed, what) for what in outcome.wrong[:1]]


def check_one(job: tuple[str, int, str]) -> tuple[int, Outcome]:
    folder, seed, layout = job
    torch.set_grad_enabled(False)
    random.seed(seed)
    try:
        return seed, check(Path(folder, str(seed)), seed, layout)
    except Exception as error:  # anything but a refusal is a fault
        return seed, Outcome(wrong=[f"{type(error).__name__}: {error}"])


def setup() -> None:
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)


def check_all(layout: str, jobs: int, *options: object) -> Tally:
    """Checks the programs that the options of property_runner name."""
    tally = Tally()
    for number, outcome in each_program(check_one, setup, layout, jobs, *options):
        tally.count(number, outcome)
    return tally


def main() -> int:
    options, programs = read_options(__doc__)
    setup()
    tally = check_all(options.layout, options.jobs, *programs)
    print(
        f"{tally.programs} programs, {tally.described} with example values, {tally.invalid.total()} invalid, {tally.refused.total()} refused, {len(tally.rounding)} with other last bits of complex numbers {tally.rounding}, {len(tally.wrong)} wrong"
    )
    for title, counter in (("invalid", tally.invalid), ("refused", tally.refused)):
        for reason, count in counter.most_common():
            print(f"  {count:5} {title}, as seed {tally.examples[reason]}: {reason}")
    for seed, what in tally.wrong[:40]:
        print(f"  wrong, seed {seed}: {what[:300]}")
    return bool(tally.wrong)


if __name__ == "__main__":
    sys.exit(main())
