"""Random programs of views and writes: made, rewritten by the command, and compared with eager PyTorch bit for bit.

A program is built node by node; every node is run on real tensors as it is added, and what eager refuses is left out. The graph is then printed as PyTorch prints it,
with the shapes, strides and devices that were found, rewritten, and run on equal inputs. As a program:

    python tests/python/random_graphs.py --count 20000 --seed 1 [--layout ignore] [--keep DIR]

runs many, shrinks what fails, and says how many were refused and why. The command is named by OUTPLACE.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import multiprocessing
import operator
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

import random_ops as ops
import torch
from graph_harness import flatten, load_module, raw_bytes, same_strides
from remaining_writes import writes
from torch.fx import Graph, GraphModule, Node
from torch.fx.node import map_aggregate

Sizes = tuple[int, ...]
PASSES = "aliasing_output_rewrite,inplace_to_outofplace"


# ---- inputs


@dataclass(frozen=True)
class Input:
    name: str
    dtype: torch.dtype
    shape: Sizes
    stride: Sizes
    offset: int
    storage: int

    def entry(self, bytes_by_storage: dict[int, int]) -> dict[str, Any]:
        place = {"shape": list(self.shape), "stride": list(self.stride), "storage_offset": self.offset, "storage": self.storage}
        kind = {"name": self.name, "kind": "tensor", "role": "input", "dtype": str(self.dtype).removeprefix("torch."), "device": "cpu"}
        return kind | place | {"storage_nbytes": bytes_by_storage[self.storage], "requires_grad": False}


def content(dtype: torch.dtype, count: int, rng: random.Random) -> torch.Tensor:
    """Small numbers, so that sums are exact in every order, and a few that are not finite."""
    if dtype == torch.bool:
        return torch.tensor([rng.random() < 0.5 for _ in range(count)], dtype=dtype)
    if dtype.is_complex:
        return torch.tensor([complex(rng.randrange(-3, 4), rng.randrange(-3, 4)) for _ in range(count)], dtype=dtype)
    if dtype.is_floating_point:
        odd = [math.nan, math.inf, -0.0] if rng.random() < 0.1 else []
        return torch.tensor([rng.choice(odd) if odd and rng.random() < 0.2 else rng.randrange(-12, 13) / 4 for _ in range(count)], dtype=dtype)
    return torch.tensor([rng.randrange(0 if dtype == torch.uint8 else -1, 4) for _ in range(count)], dtype=dtype)


def make_inputs(inputs: list[Input], seed: int) -> list[torch.Tensor]:
    rng, storages, made = random.Random(seed), {}, []
    sizes = storage_bytes(inputs)
    for i in inputs:
        if i.storage not in storages:
            storages[i.storage] = content(i.dtype, sizes[i.storage] // i.dtype.itemsize, rng).untyped_storage()
        made.append(torch.empty(0, dtype=i.dtype).set_(storages[i.storage], i.offset, i.shape, i.stride))
    return made


def storage_bytes(inputs: list[Input]) -> dict[int, int]:
    ends: dict[int, int] = {}
    for i in inputs:
        last = i.offset + sum((size - 1) * stride for size, stride in zip(i.shape, i.stride)) + 1 if 0 not in i.shape else i.offset
        ends[i.storage] = max(ends.get(i.storage, 8), (last * i.dtype.itemsize + 7) // 8 * 8)
    return ends


def random_inputs(rng: random.Random) -> list[Input]:
    inputs: list[Input] = []
    for storage in range(rng.choice([1, 1, 2, 2, 3, 4])):
        dtype = rng.choice([*ops.DTYPES, *[torch.float32] * 8, torch.int64, torch.float64])
        shape = [rng.choice([1, 2, 2, 3, 3, 4, 0 if rng.random() < 0.15 else 4]) for _ in range(rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]
        base = torch.empty(shape, dtype=dtype)
        kind = rng.randrange(10)
        if kind == 0 and base.ndim > 1:
            base = base.transpose(0, -1)
        elif kind == 1 and base.ndim:
            wide = list(shape)
            wide[-1] = wide[-1] * 2 + 1
            base = torch.empty(wide, dtype=dtype)[..., 1 : 2 * shape[-1] + 1 : rng.choice([1, 2])]
        elif kind == 2 and base.ndim and shape[0] and rng.random() < 0.15:
            base = base[:1].expand(2, *base.shape[1:])
        views = [base]
        if rng.random() < 0.25:
            views += [v for v in (random_view(base, rng) for _ in range(rng.choice([1, 1, 2]))) if v is not None]
            rng.shuffle(views)
        for view in views:
            inputs.append(Input(f"l_{'xyzwuvab'[len(inputs) % 8]}{len(inputs)}_", view.dtype, tuple(view.shape), view.stride(), view.storage_offset(), storage))
    return inputs[:6]


def random_view(base: torch.Tensor, rng: random.Random) -> torch.Tensor | None:
    try:
        return rng.choice([lambda: base, lambda: base[1:], lambda: base[..., :2], lambda: base.t(), lambda: base.view(-1), lambda: base[0], lambda: base[::2], lambda: base.transpose(0, 1)])()
    except (RuntimeError, IndexError):
        return None


# ---- programs


@dataclass
class Program:
    inputs: list[Input]
    graph: Graph
    seed: int


class Refused(Exception):
    """Eager does not run the program, or leaves its result open."""


def resolve(arguments: Any, values: dict[Node, Any]) -> Any:
    return map_aggregate(arguments, lambda a: values[a] if isinstance(a, Node) else a)


def run_node(node: Node, values: dict[Node, Any]) -> Any:
    args, kwargs = resolve(node.args, values), resolve(node.kwargs, values)
    return getattr(args[0], node.target)(*args[1:], **kwargs) if node.op == "call_method" else node.target(*args, **kwargs)


class Builder(ops.Maker):
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.graph = Graph()
        self.inputs = random_inputs(self.rng)
        self.values: dict[Node, Any] = {}
        self.tensors: list[Node] = []
        for node, tensor in zip((self.graph.placeholder(i.name) for i in self.inputs), make_inputs(self.inputs, seed)):
            self.keep(node, tensor)

    def keep(self, node: Node, value: Any) -> None:
        self.values[node] = value
        if isinstance(value, torch.Tensor) and node.target is not operator.setitem:
            self.tensors.append(node)

    def value(self, node: Node) -> Any:
        return self.values[node]

    def call(self, kind: str, target: Any, *args: Any, **kwargs: Any) -> Node:
        node = self.graph.create_node(kind, target, args, kwargs)
        saved = self.contents()
        try:
            if order_matters(node, self.values, saved):
                raise Refused
            result = run_node(node, self.values)
            if sum(t.numel() for t in flatten(result) if isinstance(t, torch.Tensor)) > 400:
                raise Refused
        except Exception:
            restore(saved)
            self.graph.erase_node(node)
            raise
        self.keep(node, result)
        return node

    def contents(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        storages = {t.untyped_storage().data_ptr(): t.untyped_storage() for v in self.values.values() for t in flatten(v) if isinstance(t, torch.Tensor)}
        whole = [torch.empty(0, dtype=torch.uint8).set_(s) for s in storages.values() if s.nbytes()]
        return [(t, t.clone()) for t in whole]

    def step(self) -> None:
        group = self.rng.choices([ops.VIEWS, ops.WRITES, ops.FRESH], [50, 38, 12])[0]
        make = self.rng.choices([f for _, f in group], [w for w, _ in group])[0]
        recent = self.tensors[-6:] if self.rng.random() < 0.6 else self.tensors
        node = self.rng.choice(recent)
        if group is ops.WRITES and overlaps_itself(self.value(node)) and self.rng.random() < 0.95:
            return  # mostly refused, by eager or by us
        try:
            make(self, node, self.value(node))
        except (Refused, RuntimeError, IndexError, TypeError, ValueError, NotImplementedError, AttributeError):
            pass

    def program(self) -> Program:
        while len(self.graph.nodes) < len(self.inputs) + 2:
            self.step()
        for _ in range(self.rng.randrange(3, 22)):
            self.step()
        outputs: list[Any] = [self.rng.choice(self.tensors) for _ in range(self.rng.randrange(0, 5))]
        outputs += self.tensors[-2:] if self.rng.random() < 0.5 else []
        if self.rng.random() < 0.05:
            outputs.append(None)
        self.graph.output(tuple(outputs))
        return Program(self.inputs, self.graph, self.seed)


def restore(saved: list[tuple[torch.Tensor, torch.Tensor]]) -> None:
    for tensor, copy in saved:
        tensor.copy_(copy)


def overlaps_itself(t: torch.Tensor) -> bool:
    return t.numel() > 0 and len(elements(t)) < t.numel() * t.itemsize


def elements(t: torch.Tensor) -> set[int]:
    """The addresses of a tensor's bytes, one for each element."""
    places = [t.data_ptr()]
    for size, stride in zip(t.shape, t.stride()):
        places = [p + i * stride * t.itemsize for p in places for i in range(size)]
    return {p + b for p in places for b in range(t.itemsize)}


def order_matters(node: Node, values: dict[Node, Any], saved: list[tuple[torch.Tensor, torch.Tensor]]) -> bool:
    """Could the write give another result if its operands were read first? Eager leaves that open where it does not refuse it."""
    written = [node.kwargs["out"]] if "out" in node.kwargs else flatten(node.args[0]) if node.args else []
    targets = [n for n in written if isinstance(n, Node)]
    operands = {n for n in flatten([node.args, node.kwargs]) if isinstance(n, Node)}
    if not (is_write(node) and targets):
        return False
    shared = [n for n in operands if any(n is not t and partly_overlap(values[t], values[n]) for t in targets)]
    name = str(node.target)
    if any(word in name for word in ("index_", "scatter", "cumsum")):  # elements move
        shared += [n for n in flatten(node.args[1:]) if isinstance(n, Node) and any(values[n] is values[t] or same_memory(values[t], values[n]) for t in targets)]
    if not shared:
        return False
    # A single value that is stored is read once, before the write.
    stores = str(node.target).split(".")[-1] in ("fill_", "masked_fill_", "index_fill_") or node.target in (operator.setitem, torch.fill_)
    if not stores or any(values[n].ndim for n in shared):
        return True
    apart = dict(values)
    apart.update({n: values[n].clone() for n in shared})
    run_node(node, apart)
    expected = [raw_bytes(values[t]) for t in targets]
    restore(saved)
    run_node(node, values)
    differs = any(not torch.equal(raw_bytes(values[t]), e) for t, e in zip(targets, expected))
    restore(saved)
    return differs


def same_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.numel() > 0 and (a.data_ptr(), a.shape, a.stride(), a.dtype) == (b.data_ptr(), b.shape, b.stride(), b.dtype)


def partly_overlap(a: torch.Tensor, b: torch.Tensor) -> bool:
    if a.untyped_storage().data_ptr() != b.untyped_storage().data_ptr() or not a.numel() or not b.numel():
        return False
    if same_memory(a, b):
        return False
    return not elements(a).isdisjoint(elements(b))


def is_write(node: Node) -> bool:
    name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
    name = str(node.target).split(".")[-2] if isinstance(node.target, torch._ops.OpOverload) else name
    return name.endswith("_") or "out" in node.kwargs or node.kwargs.get("inplace") is True or name in ("setitem", "iadd", "isub", "imul", "itruediv")


@dataclass
class Run:
    text: str
    outputs: list[Any]
    after: list[torch.Tensor]


def run_eager(program: Program) -> Run:
    """Runs the program, and notes at each node what it made, as it is in the end."""
    inputs = make_inputs(program.inputs, program.seed)
    fresh = iter(inputs)
    values: dict[Node, Any] = {}
    outputs: Any = ()
    for node in program.graph.nodes:
        if node.op == "output":
            outputs = resolve(node.args[0], values)
            continue
        values[node] = next(fresh) if node.op == "placeholder" else run_node(node, values)
        node.meta = {} if node.target is operator.setitem or not isinstance(values[node], torch.Tensor) else {"example_value": values[node]}
    module = GraphModule(torch.nn.Module(), program.graph, "GraphModule")
    text = module.print_readable(print_output=False, include_stride=True, include_device=True)
    return Run(text, list(flatten(outputs)), inputs)


# ---- the command and the comparison


@dataclass
class Outcome:
    refused: str = ""
    wrong: list[str] = field(default_factory=list)
    text: str = ""
    messages: str = ""


Rewriter = Callable[[str, dict[str, Any]], tuple[int, str, str, dict[str, Any]]]


def command_line(folder: Path, layout: str) -> Rewriter:
    """The command as a function of a text and a sidecar: exit code, text, messages, maps."""
    program = os.environ.get("OUTPLACE", str(Path(__file__).resolve().parent.parent.parent / "build" / "release" / "bin" / "outplace"))
    source, sidecar, maps, pure = (folder / name for name in ("graph.py", "inputs.json", "maps.json", "pure.py"))
    options = ["--inputs", sidecar, "--passes", PASSES, "--io-map", maps, "-o", pure, "--layout", layout]

    def rewrite(text: str, inputs: dict[str, Any]) -> tuple[int, str, str, dict[str, Any]]:
        source.write_text(text)
        sidecar.write_text(json.dumps(inputs))
        done = subprocess.run([program, "rewrite", source, *options], capture_output=True, text=True, timeout=60)
        if done.returncode:
            return done.returncode, "", done.stderr, {}
        return 0, pure.read_text(), done.stderr, json.loads(maps.read_text())

    return rewrite


def check(program: Program, rewrite: Rewriter, layout: str) -> Outcome:
    original = run_eager(program)
    sizes = storage_bytes(program.inputs)
    sidecar = {"inputs": [i.entry(sizes) for i in program.inputs], "attributes": [], "grad_enabled": False}
    code, text, messages, maps = rewrite(original.text, sidecar)
    if code == 1:
        return Outcome(refused=reason_of(messages), messages=messages)
    if code:
        return Outcome(wrong=[f"exit code {code}: {messages.strip().splitlines()[-1:]}"], messages=messages)
    outcome = Outcome(text=text, messages=messages)
    left = writes(text)
    if left:
        outcome.wrong = [f"a write is left: {left[0]}"]
        return outcome
    try:
        outcome.wrong = differences(program, original, text, maps, layout)
    except Exception as error:  # the rewritten text is Python that may do anything
        outcome.wrong = [f"the rewritten graph raises {type(error).__name__}: {str(error).splitlines()[0]}"]
    return outcome


def reason_of(messages: str) -> str:
    first = next((line for line in messages.splitlines() if "error" in line), messages[:200])
    quoted = re.sub(r"'[^']*'", "'...'", re.sub(r"FX Pass '\w+' failed: ", "", first.split("error:", 1)[-1]))
    return re.sub(r"\b\w*\d\w*\b|\[[^\]]*\]", "#", quoted).strip()[:150]


RELEASES = re.compile(r";  (?:\w+ = )+None$", re.MULTILINE)
ANNOTATED = re.compile(r'^\s+(\w+): "(\w+)\[([^\]]*)\](?:\[([^\]]*)\])?\w*" = ', re.MULTILINE)
DTYPES = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "i64": torch.int64, "i32": torch.int32, "i8": torch.int8, "u8": torch.uint8}
DTYPES |= {"b8": torch.bool, "c64": torch.complex64, "c128": torch.complex128, "i16": torch.int16, "c32": torch.complex32}


def differences(program: Program, original: Run, text: str, maps: dict[str, Any], layout: str) -> list[str]:
    inputs, before = make_inputs(program.inputs, program.seed), make_inputs(program.inputs, program.seed)
    traced = re.sub(r"^(\s+)return (.*)$", r"\1return (\2), locals()", RELEASES.sub("", text), flags=re.MULTILINE)
    returned, named = load_module(traced).forward(*inputs)
    outputs = list(flatten(returned))
    found = [f"the rewritten graph changes its input {i}" for i, (a, b) in enumerate(zip(inputs, before)) if not same_content(a, b)]
    if maps["original_output_count"] != len(original.outputs):
        return [*found, "original_output_count is wrong"]
    for i, (old, new) in enumerate(zip(original.outputs, outputs)):
        found += [f"output {i} {what}" for what in tells_apart(old, new, layout)]
    io_map = {int(o): i for o, i in maps["io_map"].items()}
    if len(set(io_map.values())) != len(io_map) or any(o >= len(outputs) or i >= len(inputs) for o, i in io_map.items()):
        return [*found, "io_map is not valid"]
    final = dict(enumerate(before)) | {i: outputs[o] for o, i in io_map.items()}
    for i, expected in enumerate(original.after):
        found += [f"input {i} in the end {what}" for what in tells_apart(expected, final[i], layout)]
    return found + (list(wrong_annotations(text, named, layout)) if not found else [])


def same_content(a: Any, b: Any) -> bool:
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return type(a) is type(b) and a == b
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if torch.equal(raw_bytes(a), raw_bytes(b)):
        return True
    a, b = a.resolve_conj().resolve_neg(), b.resolve_conj().resolve_neg()
    if a.is_complex():
        a, b = torch.view_as_real(a), torch.view_as_real(b)
    same_number = (a == b) & (torch.signbit(a) == torch.signbit(b)) if a.dtype.is_floating_point else a == b
    return bool((same_number | (a.isnan() & b.isnan())).all())


def tells_apart(old: Any, new: Any, layout: str) -> Iterator[str]:
    if not same_content(old, new):
        yield f"is {described(new)} instead of {described(old)}"
    elif layout == "exact" and not same_strides(old, new):
        yield f"has strides {new.stride()} instead of {old.stride()}"


def described(value: Any) -> str:
    return f"{value.dtype} {list(value.shape)} {value.resolve_conj().tolist()}" if isinstance(value, torch.Tensor) else repr(value)


def wrong_annotations(text: str, named: dict[str, Any], layout: str) -> Iterator[str]:
    for name, dtype, shape, stride in ANNOTATED.findall(text):
        value = named.get(name)
        if isinstance(value, torch.Tensor) and (value.dtype != DTYPES[dtype] or list(value.shape) != numbers(shape)):
            yield f"annotation of {name} says {dtype}[{shape}], it is {value.dtype}{list(value.shape)}"
        elif layout == "exact" and isinstance(value, torch.Tensor) and stride and value.numel():
            if any(a != b for a, b, size in zip(value.stride(), numbers(stride), value.shape) if size > 1):
                yield f"annotation of {name} says strides {stride}, it has {value.stride()}"


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part.strip()]


# ---- shrinking


def without(program: Program, index: int, keep_users: bool) -> Program | None:
    """The program without its node at the index; what used it uses its first operand, or goes too."""
    source = list(program.graph.nodes)
    graph, made, gone = Graph(), {}, set()
    for i, node in enumerate(source):
        operands = [a for a in node.all_input_nodes if a in gone]
        if node.op == "output":
            kept = [a for a in flatten(node.args[0]) if a not in gone]
            graph.output(tuple(made[a] if isinstance(a, Node) else a for a in kept))
        elif i == index and keep_users and node.all_input_nodes and node.all_input_nodes[0] in made:
            made[node] = made[node.all_input_nodes[0]]
        elif i == index or operands:
            gone.add(node)
        else:
            made[node] = graph.node_copy(node, made.__getitem__)
    if any(n.op == "placeholder" for n in gone):
        inputs = [i for i, n in zip(program.inputs, source) if n not in gone]
        return Program(inputs, graph, program.seed) if inputs else None
    return Program(program.inputs, graph, program.seed)


def without_output(program: Program, index: int) -> Program:
    graph = Graph()
    made: dict[Node, Node] = {}
    for node in program.graph.nodes:
        if node.op != "output":
            made[node] = graph.node_copy(node, made.__getitem__)
            continue
        kept = [a for i, a in enumerate(flatten(node.args[0])) if i != index]
        graph.output(tuple(made[a] if isinstance(a, Node) else a for a in kept))
    return Program(program.inputs, graph, program.seed)


def smaller(program: Program) -> Iterator[Program]:
    nodes = list(program.graph.nodes)
    for index in reversed(range(len(nodes) - 1)):
        for keep_users in (False, True):
            candidate = without(program, index, keep_users)
            if candidate is not None:
                yield candidate
    for index in range(len(list(flatten(nodes[-1].args[0])))):
        yield without_output(program, index)


def shrink(program: Program, fails: Callable[[Program], bool]) -> Program:
    """The program without what it fails without."""
    smaller_one: Program | None = program
    while smaller_one is not None:
        program, smaller_one = smaller_one, next((p for p in smaller(program) if still(p, fails)), None)
    return program


def still(program: Program, fails: Callable[[Program], bool]) -> bool:
    try:
        return fails(program)
    except Exception:  # eager refuses what is left
        return False


def kind_of(outcome: Outcome) -> str:
    if outcome.refused:
        return outcome.refused
    return re.sub(r"\d+", "#", outcome.wrong[0])[:18] if outcome.wrong else ""


def kind_of_failure(program: Program, outcome: Outcome, rewrite: Rewriter, layout: str) -> Program:
    return shrink(program, lambda p: sound(p) and kind_of(check(p, rewrite, layout)) == kind_of(outcome))


def sound(program: Program) -> bool:
    """Does every write of the program have one result?"""
    inputs = iter(make_inputs(program.inputs, program.seed))
    values: dict[Node, Any] = {}
    for node in program.graph.nodes:
        if node.op == "placeholder":
            values[node] = next(inputs)
        elif node.op != "output":
            storages = {t.untyped_storage().data_ptr(): t.untyped_storage() for v in values.values() for t in flatten(v) if isinstance(t, torch.Tensor)}
            saved = [(w, w.clone()) for w in (torch.empty(0, dtype=torch.uint8).set_(s) for s in storages.values() if s.nbytes())]
            if order_matters(node, values, saved):
                return False
            values[node] = run_node(node, values)
    return True


# ---- many


@dataclass
class Tally:
    programs: int = 0
    skipped: int = 0
    refused: collections.Counter = field(default_factory=collections.Counter)
    examples: dict[str, int] = field(default_factory=dict)
    failures: list[tuple[int, list[str]]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.programs += other.programs
        self.skipped += other.skipped
        self.refused.update(other.refused)
        self.examples = other.examples | self.examples
        self.failures += other.failures


def run_seeds(seeds: range, layout: str) -> Tally:
    tally = Tally()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        rewrite = command_line(Path(folder), layout)
        for seed in seeds:
            program = Builder(seed).program()
            try:
                outcome = check(program, rewrite, layout)
            except (RuntimeError, IndexError, ValueError, TypeError):
                tally.skipped += 1
                continue
            tally.programs += 1
            if outcome.refused:
                tally.refused[outcome.refused] += 1
                tally.examples.setdefault(outcome.refused, seed)
            elif outcome.wrong:
                tally.failures.append((seed, outcome.wrong))
    return tally


def show(seed: int, layout: str, refused: bool) -> str:
    """The shrunken program of a seed that fails or is refused, and what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        rewrite = command_line(Path(folder), layout)
        program = Builder(seed).program()
        outcome = check(program, rewrite, layout)
        if not outcome.wrong and not (refused and outcome.refused):
            return f"seed {seed}: exact{outcome.refused and ', refused: ' + outcome.refused}"
        program = kind_of_failure(program, outcome, rewrite, layout)
        outcome = check(program, rewrite, layout)
        inputs = "\n".join(str(i) for i in program.inputs)
        return f"seed {seed}: {outcome.wrong or outcome.refused}\n{inputs}\n{run_eager(program).text}\n==>\n{outcome.text or outcome.messages}"


def setup() -> None:
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)


def work(job: tuple[range, str]) -> Tally:
    return run_seeds(*job)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layout", choices=["exact", "ignore"], default="exact")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", type=int, default=5, help="how many failures to shrink and print")
    parser.add_argument("--only", action="store_true", help="shrink and print the program of --seed alone, be it wrong or refused")
    options = parser.parse_args()
    setup()
    if options.only:
        print(show(options.seed, options.layout, refused=True))
        return 0
    chunks = [range(s, min(s + 100, options.seed + options.count)) for s in range(options.seed, options.seed + options.count, 100)]
    total = Tally()
    with multiprocessing.get_context("fork").Pool(options.jobs, setup) as pool:
        for tally in pool.imap(work, [(chunk, options.layout) for chunk in chunks]):
            total.add(tally)
    print(f"{total.programs} programs, {total.skipped} skipped, {sum(total.refused.values())} refused, {len(total.failures)} wrong")
    for reason, count in total.refused.most_common():
        print(f"  {count:5} refused, as seed {total.examples[reason]}: {reason}")
    for seed, wrong in total.failures[: options.show]:
        print(show(seed, options.layout, refused=False))
    for seed, wrong in total.failures[options.show : options.show + 20]:
        print(f"seed {seed}: {wrong[0][:200]}")
    return bool(total.failures)


if __name__ == "__main__":
    sys.exit(main())
