"""Programs of the C++ generator (tests/property), run in eager PyTorch: are they valid, and do their rewritten forms compute the same, bit for bit?

    python tests/python/generated_programs.py --count 2000 --seed 1 | --enumerate 2 [--layout ignore] [--gradients]

says how many eager mode refuses and why, what the annotations of the generator have wrong, and where rewritten programs differ. With --gradients the inputs that hold
fractions carry a gradient history, and gradients are compared, too; stretches of most programs then run without recording gradients. The programs are
named by OUTPLACE and PROPERTY_RUNNER.
"""

from __future__ import annotations

import argparse
import collections
import functools
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from graph_harness import flatten, load_module, same_strides
from random_graphs import RELEASES, PASSES, content, reason_of, same_content, tells_apart, wrong_annotations
from remaining_writes import writes

BUILD = Path(__file__).resolve().parent.parent.parent / "build" / "release"


def program_path(variable: str, *default: str) -> str:
    return os.environ.get(variable, str(BUILD.joinpath(*default)))


def generate(folder: Path, *options: object) -> list[int]:
    """Has the programs written that the options name, a folder each; returns their numbers."""
    runner = program_path("PROPERTY_RUNNER", "tests", "property", "property_runner")
    subprocess.run([runner, "--print", folder, *map(str, options)], check=True)
    return sorted(int(made.name) for made in folder.iterdir())


def make_inputs(entries: list[dict[str, Any]], seed: int) -> list[Any]:
    rng, storages, made = random.Random(seed), {}, []
    for entry in entries:
        if entry["kind"] == "symint":
            made.append(entry["value"])
            continue
        dtype = getattr(torch, entry["dtype"])
        if entry["storage"] not in storages:
            flat = content(dtype, entry["storage_nbytes"] // dtype.itemsize, rng)
            storages[entry["storage"]] = flat.untyped_storage()
        made.append(torch.empty(0, dtype=dtype).set_(storages[entry["storage"]], entry["storage_offset"], entry["shape_hint"], entry["stride_hint"]))
        if "values" in entry:
            made[-1].copy_(torch.tensor(entry["values"]))
    return made


@dataclass(frozen=True)
class Given:
    """What a program is given: its inputs, and the tensors that its module holds."""

    inputs: list[dict[str, Any]]
    attributes: list[dict[str, Any]]

    @staticmethod
    def read(folder: Path) -> Given:
        told = json.loads((folder / "inputs.json").read_text())
        return Given(told["inputs"], told["attributes"])

    def make(self, seed: int) -> tuple[list[Any], dict[str, torch.Tensor]]:
        """Values of the inputs, and of the attributes by name."""
        return self.divided(make_inputs(self.inputs + self.attributes, seed))

    def divided(self, made: list[Any]) -> tuple[list[Any], dict[str, torch.Tensor]]:
        count = len(self.inputs)
        return made[:count], {entry["name"]: value for entry, value in zip(self.attributes, made[count:])}

    def with_history(self, seed: int) -> tuple[list[torch.Tensor], list[Any], dict[str, torch.Tensor]]:
        """Leaves, and values that are computed from them: of each storage one leaf, of whose copy the tensors are views."""
        entries, leaves, bases, made = self.inputs + self.attributes, [], {}, []
        for entry, value in zip(entries, make_inputs(entries, seed)):
            if isinstance(value, torch.Tensor) and carries_gradients(value.dtype):
                if entry["storage"] not in bases:
                    count = entry["storage_nbytes"] // value.dtype.itemsize
                    leaves.append(value.as_strided((count,), (1,), 0).clone().requires_grad_())
                    bases[entry["storage"]] = leaves[-1].clone()
                value = bases[entry["storage"]].as_strided(value.shape, value.stride(), value.storage_offset())
            made.append(value)
        return leaves, *self.divided(made)

    def told(self, gradients: bool) -> dict[str, Any]:
        """The file for --inputs."""
        def entry(told: dict[str, Any]) -> dict[str, Any]:
            history = gradients and told["kind"] == "tensor" and carries_gradients(getattr(torch, told["dtype"]))
            return told | ({"requires_grad": True} if history else {})

        return {"inputs": list(map(entry, self.inputs)), "attributes": list(map(entry, self.attributes)), "grad_enabled": gradients}


@dataclass
class Run:
    outputs: list[Any]
    before: list[Any]  # inputs, then attributes
    after: list[Any]
    named: dict[str, Any]
    leaves: list[torch.Tensor]


def carries_gradients(dtype: torch.dtype) -> bool:
    return dtype.is_floating_point or dtype.is_complex


def run(text: str, given: Given, seed: int, gradients: bool = False) -> Run:
    """What the program returns, what it leaves in its inputs and attributes, and what its names stand for in the end."""
    traced = re.sub(r"^(\s+)return (.*)$", r"\1return (\2), locals()", RELEASES.sub("", text), flags=re.MULTILINE)
    kept, kept_attributes = given.make(seed)
    with torch.set_grad_enabled(gradients):
        leaves, inputs, attributes = given.with_history(seed) if gradients else ([], *given.make(seed))
    module = load_module(traced)
    for name, value in attributes.items():
        setattr(module, name, value)
    torch.manual_seed(seed)
    with torch.set_grad_enabled(gradients):
        returned, named = module.forward(*inputs)
    return Run(list(flatten(returned)), kept + list(kept_attributes.values()), inputs + list(attributes.values()), named, leaves)


@torch.enable_grad()
def gradients_of(leaves: list[torch.Tensor], values: list[Any], seed: int) -> list[list[torch.Tensor]]:
    """For each value, of a weighted sum of its elements, by leaf; zeros where a leaf has no part in it."""
    rng, found = torch.Generator().manual_seed(seed), []
    for value in values:
        gradients: tuple[torch.Tensor | None, ...] = (None,) * len(leaves)
        weights = torch.randint(-2, 3, value.shape, generator=rng) if isinstance(value, torch.Tensor) else None
        if weights is not None and value.requires_grad and leaves:
            parts = (value.real, value.imag) if value.is_complex() else (value,)
            gradients = torch.autograd.grad(sum((part.double() * weights).sum() for part in parts), leaves, allow_unused=True, retain_graph=True)
        found.append([torch.zeros_like(leaf) if gradient is None else gradient for leaf, gradient in zip(leaves, gradients)])
    return found


def far_apart(old: torch.Tensor, new: torch.Tensor) -> bool:
    """More than the order of a few sums can make of it. Where eager multiplies the zero gradient of a fill by infinity there is no number to compare."""
    tolerance = {torch.float64: 1e-9, torch.float32: 1e-4, torch.complex64: 1e-4}.get(old.dtype, 6e-2)
    wide = torch.complex128 if old.is_complex() else torch.float64
    finite = torch.isfinite(old)
    return not torch.allclose(old[finite].to(wide), new[finite].to(wide), rtol=tolerance, atol=tolerance)


@dataclass
class Outcome:
    invalid: str = ""
    annotated: bool = True  # as PyTorch prints graphs; else some shapes, dtypes or strides must be found out
    annotations: list[str] = field(default_factory=list)
    refused: str = ""
    wrong: list[str] = field(default_factory=list)


# Grad mode is off in programs as they are made, and on around a bracket where it is not.
SECOND_OF_BRACKET = re.compile(r"(set_grad_enabled_\d*[02468] = torch._C._set_grad_enabled)\(False\)")


def with_brackets(text: str, seed: int) -> str:
    """The program with gradients on, but for its own brackets and, in two of three programs, up to three random stretches of it."""
    rng, lines = random.Random(seed), SECOND_OF_BRACKET.sub(r"\1(True)", text).splitlines()
    first = next(number for number, line in enumerate(lines) if line.lstrip().startswith("def ")) + 1
    last = next(number for number, line in enumerate(lines) if line.lstrip().startswith("return "))
    indent = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
    for number in range(max(0, rng.randint(-1, 3))):
        begin, end = sorted((rng.randint(first, last), rng.randint(first, last)))
        for at, enabled in ((end, True), (begin, False)):
            name = f"random_bracket_{number}_{str(enabled).lower()}"
            lines.insert(at, f"{indent}{name} = torch._C._set_grad_enabled({enabled});  {name} = None")
        last += 2
    return "\n".join(lines) + "\n"


def check(folder: Path, seed: int, layout: str, gradients: bool) -> Outcome:
    text = (folder / "graph.py").read_text()
    given = Given.read(folder)
    if gradients:
        text = with_brackets(text, seed)
        (folder / "graph.py").write_text(text)
        (folder / "inputs.json").write_text(json.dumps(given.told(gradients)))
    try:
        original = run(text, given, seed, gradients)
        expected = gradients_of(original.leaves, original.outputs + original.after, seed)
    except Exception as error:  # whatever eager mode raises
        return Outcome(invalid=reason_of(f"error: {type(error).__name__} {str(error).splitlines()[0] if str(error) else ''}"))
    outcome = Outcome(annotated=is_annotated(text), annotations=[] if "Sym(" in text else list(wrong_annotations(text, original.named, "exact")))
    maps, pure = folder / "maps.json", folder / "pure.py"
    options = ["--inputs", folder / "inputs.json", "--passes", PASSES, "--io-map", maps, "-o", pure, "--layout", layout]
    done = subprocess.run([program_path("OUTPLACE", "bin", "outplace"), "rewrite", folder / "graph.py", *options], capture_output=True, text=True, timeout=60)
    if done.returncode == 1:
        outcome.refused = reason_of(done.stderr)
    elif done.returncode:
        outcome.wrong = [f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1:]}"]
    else:
        outcome.wrong = differences(original, pure.read_text(), json.loads(maps.read_text()), given, seed, layout, expected)
    return outcome


def is_annotated(text: str) -> bool:
    """Do the annotations of the inputs, and so all, have strides?"""
    return ']cpu"' in text.splitlines()[1]


# Where the operands of these lie decides the last bits of complex results, which no rewrite can keep.
COMPLEX = re.compile(r"c64|c128|c32|complex")
ROUNDING = re.compile(r"div|mul|addr|prod|ldexp|pow|matmul|mm|/ |\* ")


def hangs_on_rounding(text: str) -> bool:
    """Are there complex products or quotients in the program?"""
    return bool(COMPLEX.search(text) and ROUNDING.search(text))


def differences(original: Run, text: str, maps: dict[str, Any], given: Given, seed: int, layout: str, gradients: list[list[torch.Tensor]]) -> list[str]:
    left = writes(text)
    if left:
        return [f"a write is left: {left[0]}"]
    try:
        new = run(text, given, seed, bool(original.leaves))
    except Exception as error:  # the rewritten text is Python that may do anything
        return [f"the rewritten graph raises {type(error).__name__}: {str(error).splitlines()[0]}"]
    found = [f"the rewritten graph changes its input {i}" for i, (a, b) in enumerate(zip(new.after, new.before)) if not same_content(a, b)]
    rounds = hangs_on_rounding(text)
    for i, (a, b) in enumerate(zip(original.outputs, new.outputs)):
        found += [f"output {i} {what}" for what in told_apart(a, b, layout, rounds)]
    final = list(new.after)
    attributes = [entry["name"] for entry in given.attributes]
    state = {output: len(given.inputs) + attributes.index(path) for output, path in maps["state_map"].items()}
    for output, position in (maps["io_map"] | state).items():
        final[position] = new.outputs[int(output)]
    for i, (a, b) in enumerate(zip(original.after, final)):
        found += [f"input {i} in the end {what}" for what in told_apart(a, b, layout, rounds)]
    if original.leaves and not found:
        found = wrong_gradients(gradients, new, original, final, seed)
    return found


def wrong_gradients(gradients: list[list[torch.Tensor]], new: Run, original: Run, final: list[Any], seed: int) -> list[str]:
    """What was written while nothing is recorded is put into the caller's tensor without changing the history of that; which writes these are the graph does not say, so that for
    what is left in inputs, and for outputs that are views of them, the history of the new content or of the old one must be right."""
    count, found = len(original.outputs), []
    try:
        got = gradients_of(new.leaves, new.outputs[:count] + final, seed)
        kept = gradients_of(new.leaves, [seen_in(a, original.after, new.after, b) for a, b in zip(original.outputs, new.outputs)] + new.after, seed)
    except RuntimeError as error:
        return [f"the gradients of the rewritten graph raise {str(error).splitlines()[0]}"]
    for index, (expected, *candidates) in enumerate(zip(gradients, got, kept)):
        if all(any(map(far_apart, expected, candidate)) for candidate in candidates):
            name = f"output {index}" if index < count else f"input {index - count} in the end"
            found.append(f"the gradient of {name} is {[each.tolist() for each in candidates[0]]} instead of {[each.tolist() for each in expected]}")
    return found


def seen_in(output: Any, owners: list[Any], replacements: list[Any], otherwise: Any) -> Any:
    """The view of a replacement that the output is of its owner."""
    for owner, replacement in zip(owners, replacements):
        if all(isinstance(each, torch.Tensor) for each in (output, owner)) and output.dtype == owner.dtype:
            if output.untyped_storage().data_ptr() == owner.untyped_storage().data_ptr() and output.requires_grad:
                with torch.enable_grad():
                    return replacement.as_strided(output.shape, output.stride(), output.storage_offset())
    return otherwise


def told_apart(old: Any, new: Any, layout: str, rounds: bool) -> list[str]:
    """What tells the two apart. Where the program's complex products round in another way, numbers need only be close."""
    fractions = rounds and isinstance(old, torch.Tensor) and (old.is_complex() or old.is_floating_point())
    if fractions and isinstance(new, torch.Tensor) and old.dtype == new.dtype and old.shape == new.shape:
        if torch.allclose(old, new, equal_nan=True):
            return [] if layout == "ignore" or same_strides(old, new) else [f"has strides {new.stride()} instead of {old.stride()}"]
    return list(tells_apart(old, new, layout))


@dataclass
class Tally:
    programs: int = 0
    invalid: collections.Counter = field(default_factory=collections.Counter)
    refused: collections.Counter = field(default_factory=collections.Counter)
    annotations: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    wrong_unannotated: list[tuple[int, str]] = field(default_factory=list)
    examples: dict[str, int] = field(default_factory=dict)

    def count(self, seed: int, outcome: Outcome) -> None:
        self.programs += 1
        for counter, reason in ((self.invalid, outcome.invalid), (self.refused, outcome.refused)):
            if reason:
                counter[reason] += 1
                self.examples.setdefault(reason, seed)
        self.annotations += [(seed, what) for what in outcome.annotations[:1]]
        wrong = self.wrong if outcome.annotated else self.wrong_unannotated
        wrong += [(seed, what) for what in outcome.wrong[:1]]


def check_one(job: tuple[str, int, str], gradients: bool = False) -> tuple[int, Outcome]:
    folder, seed, layout = job
    return seed, check(Path(folder, str(seed)), seed, layout, gradients)


def setup() -> None:
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)


def each_program(judge: Callable[[tuple[str, int, str]], Any], start: Callable[[], None], layout: str, jobs: int, *options: object) -> Iterator[Any]:
    """What `judge` says of the programs that the options of property_runner name; several processes, each of which calls `start`, if there are several jobs."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        work = [(folder, number, layout) for number in generate(Path(folder), *options)]
        if jobs > 1:
            with multiprocessing.get_context("fork").Pool(jobs, start) as pool:
                yield from pool.imap(judge, work, 20)
        else:
            yield from map(judge, work)


def check_all(layout: str, jobs: int, *options: object, gradients: bool = False) -> Tally:
    """Checks the programs that the options of property_runner name."""
    tally = Tally()
    for number, outcome in each_program(functools.partial(check_one, gradients=gradients), setup, layout, jobs, *options):
        tally.count(number, outcome)
    return tally


def read_options(description: str | None) -> tuple[argparse.Namespace, list[object]]:
    """Of a command that checks generated programs; the second are those of property_runner."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--enumerate", type=int, help="programs of so many operations out of a small set, instead of random ones")
    parser.add_argument("--every", type=int, default=1, help="of these only every nth")
    parser.add_argument("--layout", choices=["exact", "ignore"], default="exact")
    parser.add_argument("--gradients", action="store_true", help="compare gradients, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.enumerate:
        return options, ["--enumerate", options.enumerate, "--every", options.every]
    return options, ["--random", options.count, "--seed", options.seed]


def main() -> int:
    options, programs = read_options(__doc__)
    setup()
    tally = check_all(options.layout, options.jobs, *programs, gradients=options.gradients)
    print(
        f"{tally.programs} programs, {tally.invalid.total()} invalid, {tally.refused.total()} refused, {len(tally.annotations)} annotated wrongly, "
        f"{len(tally.wrong)} wrong, {len(tally.wrong_unannotated)} wrong where the text leaves shapes or strides open"
    )
    for title, counter in (("invalid", tally.invalid), ("refused", tally.refused)):
        for reason, count in counter.most_common():
            print(f"  {count:5} {title}, as seed {tally.examples[reason]}: {reason}")
    for title, found in (("annotation", tally.annotations), ("wrong", tally.wrong), ("wrong, not annotated", tally.wrong_unannotated)):
        for seed, what in found[:30]:
            print(f"  {title}, seed {seed}: {what[:300]}")
    return bool(tally.wrong or tally.wrong_unannotated)


if __name__ == "__main__":
    sys.exit(main())
