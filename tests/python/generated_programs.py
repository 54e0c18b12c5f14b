"""Programs of the C++ generator (tests/property), run in eager PyTorch: are they valid, and do their rewritten forms compute the same, bit for bit?

    python tests/python/generated_programs.py --count 2000 --seed 1 | --enumerate 2 [--layout ignore]

says how many eager mode refuses and why, what the annotations of the generator have wrong, and where rewritten programs differ. The programs are named by OUTPLACE and
PROPERTY_RUNNER.
"""

from __future__ import annotations

import argparse
import collections
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
        made = make_inputs(self.inputs + self.attributes, seed)
        count = len(self.inputs)
        return made[:count], {entry["name"]: value for entry, value in zip(self.attributes, made[count:])}


@dataclass
class Run:
    outputs: list[Any]
    before: list[Any]  # inputs, then attributes
    after: list[Any]
    named: dict[str, Any]


def run(text: str, given: Given, seed: int) -> Run:
    """What the program returns, what it leaves in its inputs and attributes, and what its names stand for in the end."""
    traced = re.sub(r"^(\s+)return (.*)$", r"\1return (\2), locals()", RELEASES.sub("", text), flags=re.MULTILINE)
    kept, kept_attributes = given.make(seed)
    inputs, attributes = given.make(seed)
    module = load_module(traced)
    for name, value in attributes.items():
        setattr(module, name, value)
    torch.manual_seed(seed)
    returned, named = module.forward(*inputs)
    return Run(list(flatten(returned)), kept + list(kept_attributes.values()), inputs + list(attributes.values()), named)


@dataclass
class Outcome:
    invalid: str = ""
    annotated: bool = True  # as PyTorch prints graphs; else some shapes, dtypes or strides must be found out
    annotations: list[str] = field(default_factory=list)
    refused: str = ""
    wrong: list[str] = field(default_factory=list)


def check(folder: Path, seed: int, layout: str) -> Outcome:
    text = (folder / "graph.py").read_text()
    given = Given.read(folder)
    try:
        original = run(text, given, seed)
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
        outcome.wrong = differences(original, pure.read_text(), json.loads(maps.read_text()), given, seed, layout)
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


def differences(original: Run, text: str, maps: dict[str, Any], given: Given, seed: int, layout: str) -> list[str]:
    left = writes(text)
    if left:
        return [f"a write is left: {left[0]}"]
    try:
        new = run(text, given, seed)
    except Exception as error:  # the rewritten text is Python that may do anything
        return [f"the rewritten graph raises {type(error).__name__}: {str(error).splitlines()[0]}"]
    found = [f"the rewritten graph changes its input {i}" for i, (a, b) in enumerate(zip(new.after, new.before)) if not same_content(a, b)]
    rounds = hangs_on_rounding(text)
    for i, (a, b) in enumerate(zip(original.outputs, new.outputs)):
        found += [f"output {i} {what}" for what in told_apart(a, b, layout, rounds)]
    final = list(new.before)
    attributes = [entry["name"] for entry in given.attributes]
    state = {output: len(given.inputs) + attributes.index(path) for output, path in maps["state_map"].items()}
    for output, position in (maps["io_map"] | state).items():
        final[position] = new.outputs[int(output)]
    for i, (a, b) in enumerate(zip(original.after, final)):
        found += [f"input {i} in the end {what}" for what in told_apart(a, b, layout, rounds)]
    return found


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


def check_one(job: tuple[str, int, str]) -> tuple[int, Outcome]:
    folder, seed, layout = job
    return seed, check(Path(folder, str(seed)), seed, layout)


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


def check_all(layout: str, jobs: int, *options: object) -> Tally:
    """Checks the programs that the options of property_runner name."""
    tally = Tally()
    for number, outcome in each_program(check_one, setup, layout, jobs, *options):
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
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.enumerate:
        return options, ["--enumerate", options.enumerate, "--every", options.every]
    return options, ["--random", options.count, "--seed", options.seed]


def main() -> int:
    options, programs = read_options(__doc__)
    setup()
    tally = check_all(options.layout, options.jobs, *programs)
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
