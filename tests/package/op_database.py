"""Every in-place and out= variant in torch's own operator database, rewritten in this process and compared with eager mode bit for bit.

    python tests/package/op_database.py [--samples 4] [--every 1 [--from 0]] [--ops NAME...]

A program is a graph that is built directly: a base, a view of it (the base itself, a transposed, a sliced or a selected view), one operator that writes through the view, and outputs that
are the operator's result and a read of the base. It is run node by node on equal inputs, as it is and rewritten; outputs and final inputs must agree in dtype, shape, strides and bits.
What eager mode refuses is left out, and counted.
"""

from __future__ import annotations

import argparse
import collections
import logging
import operator
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.fx
import torch.testing._internal.common_methods_invocations as database
from generated_modules import describe
from outplace import OutplaceError, functionalize
from outplace.testing import Run, applied, copy_inputs, flatten, interpreter, observe, same_strides
from torch.utils._pytree import tree_flatten, tree_map

VIEWS = ("plain", "transposed", "sliced", "selected")
FOREACH = ("foreach_unary_op_db", "foreach_binary_op_db", "foreach_pointwise_op_db", "foreach_reduce_op_db", "foreach_other_op_db")
Target = tuple[str, Any]  # the kind of call, and what is called

# Operators whose result does not follow from the program: memory that nobody filled, or an order of threads.
UNDEFINED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided"}
# Eager mode writes beside the tensors that it is given as out=.
CORRUPTING = {"lu_unpack", "linalg.lu"}


@dataclass(frozen=True)
class Program:
    name: str
    form: str  # "method", "operator", "foreach" or "out"
    dtype: torch.dtype
    view: str
    target: Target
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    written: tuple[torch.Tensor, ...]  # what the operator writes: its first operand's tensors, or those for out=
    index: int

    def __str__(self) -> str:
        return f"{self.name}, {self.form}, {str(self.dtype).removeprefix('torch.')}, {self.view} view, sample {self.index}"


# ---- programs of the database


def in_place_targets(op: Any) -> Iterator[tuple[str, Target]]:
    method = op.get_inplace()
    name = getattr(method, "__name__", None) or f"{op.name.split('.')[-1]}_"
    if method is not None and hasattr(torch.Tensor, name):
        yield "method", ("call_method", name)
    if op.inplace_operator_variant is not None:
        yield "operator", ("call_function", op.inplace_operator_variant)


def function_of(op: Any) -> Any:
    """The function itself, where the database has a wrapper around it."""
    if getattr(op.op, "__module__", None) is None or not str(op.op.__module__).startswith("torch.testing"):
        return op.op
    found: Any = torch
    for part in op.name.split("."):
        found = getattr(found, part, None)
    return found


def samples_of(op: Any, dtype: torch.dtype, count: int) -> Iterator[Any]:
    """Some of the samples for a dtype, spread over all of them."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        samples = list(op.sample_inputs("cpu", dtype, requires_grad=False))
    step = max(1, len(samples) // count)
    return iter(samples[::step][:count])


def programs(op: Any, dtype: torch.dtype, count: int) -> Iterator[Program]:
    in_place = list(in_place_targets(op))
    function = function_of(op) if op.supports_out and op.name not in UNDEFINED | CORRUPTING else None
    if function is not None and not can_be_printed(function):
        function = None
    if not in_place and function is None:
        return
    for index, sample in enumerate(samples_of(op, dtype, count)):
        args, kwargs = (sample.input, *sample.args), dict(sample.kwargs)
        if any(value.layout is not torch.strided for value in flatten(tree_flatten((args, kwargs))[0]) if isinstance(value, torch.Tensor)):
            continue
        for view in VIEWS:
            if isinstance(sample.input, torch.Tensor):
                for form, target in in_place:
                    yield Program(op.name, form, dtype, view, target, args, kwargs, (sample.input,), index)
            outs = results_of(function, args, kwargs) if function is not None else None
            if outs:
                yield Program(op.name, "out", dtype, view, ("call_function", function), args, kwargs, outs, index)


def can_be_printed(function: Any) -> bool:
    """Is the function's name one that a graph's code can hold?"""
    try:
        graph = torch.fx.Graph()
        graph.output(graph.call_function(function, ()))
        torch.fx.GraphModule(torch.nn.Module(), graph)
    except SyntaxError:
        return False
    return True


def results_of(function: Any, args: Any, kwargs: Any) -> tuple[torch.Tensor, ...] | None:
    """What the function returns, if tensors only."""
    try:
        args, kwargs = copy_inputs((args, kwargs))
        results = function(*args, **kwargs)
    except Exception:  # whatever eager mode raises
        return None
    values = tuple(results) if isinstance(results, (tuple, list)) else (results,)
    return values if all(isinstance(value, torch.Tensor) and value.layout is torch.strided for value in values) else None


def foreach_programs(op: Any, dtype: torch.dtype, count: int) -> Iterator[Program]:
    if op.inplace_variant is None:
        return
    with torch.random.fork_rng():
        torch.manual_seed(0)
        samples = list(op.sample_inputs("cpu", dtype, num_input_tensors=[3], noncontiguous=False))
    step = max(1, len(samples) // count)
    for index, sample in enumerate(samples[::step][:count]):
        for view in VIEWS:
            target = ("call_function", op.inplace_variant)
            kwargs = {key: value for key, value in sample.kwargs.items() if key not in ("is_fastpath", "zero_size", "disable_fastpath")}
            yield Program(op.name, "foreach", dtype, view, target, (sample.input, *sample.args), kwargs, tuple(sample.input), index)


def all_programs(count: int, names: set[str]) -> Iterator[Program]:
    for op in database.op_db:
        for dtype in sorted(op.supported_dtypes("cpu"), key=str):
            if not names or op.name in names:
                yield from programs(op, dtype, count)
    for op in (op for name in FOREACH for op in getattr(database, name, [])):
        for dtype in sorted(op.supported_dtypes("cpu"), key=str):
            if not names or op.name in names:
                yield from foreach_programs(op, dtype, count)


# ---- as graphs


def base_of(value: torch.Tensor, view: str) -> torch.Tensor | None:
    """A tensor of which the view is an equal one; None if there is no such view."""
    value = value.detach()
    if view == "plain":
        return value.clone(memory_format=torch.contiguous_format)
    if view == "transposed":
        return value.transpose(0, -1).clone(memory_format=torch.contiguous_format) if value.dim() > 1 else None
    shape = [3, *value.shape] if view == "selected" else [*value.shape[:-1], 2 * value.shape[-1] + 2] if value.dim() else None
    if shape is None:
        return None
    base = torch.ones(shape, dtype=value.dtype)
    take_view(base, view).copy_(value)
    return base


def take_view(base: Any, view: str) -> Any:
    if view == "transposed":
        return base.transpose(0, -1)
    if view == "sliced":
        return base[..., 1:-1:2]
    return base[1] if view == "selected" else base


def view_node(graph: torch.fx.Graph, base: torch.fx.Node, view: str) -> torch.fx.Node:
    if view == "transposed":
        return graph.call_method("transpose", (base, 0, -1))
    if view == "sliced":
        return graph.call_function(operator.getitem, (base, (Ellipsis, slice(1, -1, 2))))
    return graph.call_function(operator.getitem, (base, 1)) if view == "selected" else base


def build(program: Program) -> tuple[torch.fx.GraphModule, list[torch.Tensor]] | None:
    """The graph and its inputs: bases, then the tensors that the operator reads."""
    bases = [base_of(value, program.view) for value in program.written]
    if any(base is None for base in bases):
        return None
    graph, inputs = torch.fx.Graph(), []

    def placeholder(name: str, value: torch.Tensor) -> torch.fx.Node:
        inputs.append(value)
        return graph.placeholder(name)

    nodes = [placeholder(f"base_{index}", base) for index, base in enumerate(bases)]  # type: ignore[arg-type]
    views = [view_node(graph, node, program.view) for node in nodes]
    known = {} if program.form == "out" else {id(value): view for value, view in zip(program.written, views, strict=True)}
    count = 0

    def operand(value: Any) -> Any:
        nonlocal count
        if not isinstance(value, torch.Tensor):
            # Enumerators of extension modules cannot be written as code; operators take their numbers.
            return int(value) if hasattr(type(value), "__members__") else value
        if id(value) not in known:
            known[id(value)] = placeholder(f"operand_{count}", value.detach())
            count += 1
        return known[id(value)]

    args, kwargs = tree_map(operand, program.args), tree_map(operand, program.kwargs)
    # Placeholders come first.
    last = [node for node in graph.nodes if node.op == "placeholder"][-1]
    for view in views:
        if view.op != "placeholder":
            last.append(view)
            last = view
    if program.form == "out":
        kwargs["out"] = views[0] if len(views) == 1 else tuple(views)
    kind, target = program.target
    result = graph.create_node(kind, target, tuple(args), kwargs)
    parts = [result]
    if program.form == "out" and len(views) > 1:
        parts = [graph.call_function(operator.getitem, (result, index)) for index in range(len(views))]
    elif program.form == "foreach":
        parts = views
    reads = [graph.call_method("clone", (node,)) for node in nodes]
    graph.output((*parts, *reads))
    return torch.fx.GraphModule(torch.nn.Module(), graph), inputs


# ---- checks


def wide(value: torch.Tensor) -> torch.Tensor:
    """In a type that comparisons are computed in: those of one byte know none."""
    return value.float() if value.is_floating_point() and value.element_size() == 1 else value


def last_bits(expected: Any, got: Any) -> bool:
    """Are two values equal but for the rounding of another order of additions, or of complex products?"""
    if not isinstance(expected, torch.Tensor) or expected.dtype != got.dtype or expected.shape != got.shape:
        return False
    if not (expected.is_floating_point() or expected.is_complex()):
        return False
    # Of few bits the last one is much: there only NaNs may differ, in their sign.
    error = 16 * torch.finfo(expected.dtype).eps if expected.element_size() > 1 else 0.0
    expected, got = wide(expected), wide(got)
    largest = expected[expected.isfinite()].abs().max().item() if expected.isfinite().any() else 1.0
    return torch.allclose(expected, got, rtol=error, atol=error * largest, equal_nan=True)


def compared(expected: Run, got: Run) -> tuple[list[str], bool]:
    """Differences, and whether they are of the last bits only."""
    from outplace.testing import value_differences

    found, rounding = [], True
    for kind, before, after in (("output", expected.outputs, got.outputs), ("final input", expected.inputs, got.inputs)):
        if len(before) != len(after):
            return [f"there are {len(after)} {kind}s instead of {len(before)}"], False
        for index, (a, b) in enumerate(zip(before, after, strict=True)):
            words = value_differences(f"{kind} {index}", a, b)
            if words:
                rounding = rounding and last_bits(a, b) and same_strides(a, b)
            found += words
    if not torch.equal(expected.random_state, got.random_state):
        return [*found, "other random numbers were drawn"], False
    return found, rounding


@dataclass
class Outcome:
    # "exact", "last bits", "wrong", "refused"; not counted as programs: "eager refuses", "no such view", "not deterministic", and
    # "eager contradicts itself": what it writes to out= is not what it returns without, or it writes beside it
    kind: str
    text: str = ""


def run_program(program: Program, described: bool) -> Outcome:
    built = build(program)
    if built is None:
        return Outcome("no such view")
    module, inputs = built
    original = observe(interpreter(module), copy_inputs(tuple(inputs)), gradients=False)
    if original.error is not None:
        return Outcome("eager refuses", str(original.error))
    if described:
        describe(module, inputs)
    try:
        result = functionalize(module, copy_inputs(inputs), copy=True)
    except OutplaceError as error:
        return Outcome("refused", str(error))
    rewritten = observe(applied(result), copy_inputs(tuple(inputs)), gradients=False)
    if rewritten.error is not None:
        return Outcome("wrong", f"the rewritten graph raises {type(rewritten.error).__name__}: {rewritten.error}")
    if any("is changed in place: its elements stay" in text for text in result.report.assumptions):
        # Metadata of an input, which the report says: its elements must be right.
        original.inputs = [a.as_strided(b.shape, b.stride(), b.storage_offset()) for a, b in zip(original.inputs, rewritten.inputs, strict=True)]
    found, rounding = compared(original, rewritten)
    if not found:
        return Outcome("exact")
    if program.form == "out" and contradicts_itself(program, original, rewritten):
        return Outcome("eager contradicts itself", found[0])
    again = observe(interpreter(module), copy_inputs(tuple(inputs)), gradients=False)
    if compared(original, again)[0]:
        return Outcome("not deterministic")
    return Outcome("last bits" if rounding else "wrong", found[0])


def contradicts_itself(program: Program, original: Run, rewritten: Run) -> bool:
    """Is what eager mode put into out= another value than what it returns without, which is what the rewritten graph puts there? Or did eager
    mode write memory beside the view that it was given?"""
    torch.manual_seed(0)
    returned = results_of(program.target[1], program.args, program.kwargs) or ()
    differ = False
    for index, (written, value, old, new) in enumerate(zip(program.written, returned, original.outputs, rewritten.outputs, strict=False)):
        base = base_of(written, program.view)
        given = take_view(base, program.view)
        differ = differ or given.stride() != old.stride()  # it moved what it was given
        if given.shape == old.shape:
            given.copy_(old)
            differ = differ or not torch.allclose(wide(base), wide(original.inputs[index]), equal_nan=True)
        if not torch.allclose(wide(value), wide(new), equal_nan=True):
            return False
        differ = differ or not torch.allclose(wide(value), wide(old), equal_nan=True)
    return differ


def reason_of(text: str) -> str:
    first = re.sub(r"FX Pass '\w+' failed: ", "", text.splitlines()[0].removeprefix("error: "))
    return re.sub(r"\[[^\]]*\]", "#", re.sub(r"'[^']*'", "'...'", first))[:110]


@dataclass
class Tally:
    outcomes: collections.Counter[str] = field(default_factory=collections.Counter)
    refused: dict[str, collections.Counter[str]] = field(default_factory=dict)  # by reason: how many of each operator
    last_bits: collections.Counter[str] = field(default_factory=collections.Counter)
    contradicting: collections.Counter[str] = field(default_factory=collections.Counter)
    wrong: list[tuple[str, str]] = field(default_factory=list)

    @property
    def programs(self) -> int:
        """Those that eager mode runs."""
        return sum(self.outcomes[kind] for kind in ("exact", "last bits", "wrong", "refused"))

    def count(self, program: Program, outcome: Outcome) -> None:
        self.outcomes[outcome.kind] += 1
        if outcome.kind == "refused":
            self.refused.setdefault(reason_of(outcome.text), collections.Counter())[f"{program.name} ({program.form})"] += 1
        elif outcome.kind == "last bits":
            self.last_bits[f"{program.name} ({program.form})"] += 1
        elif outcome.kind == "eager contradicts itself":
            self.contradicting[f"{program.name} ({program.form})"] += 1
        elif outcome.kind == "wrong":
            self.wrong.append((str(program), outcome.text))


def check_all(
    count: int, every: int = 1, names: set[str] | None = None, progress: Callable[[Tally, Program], None] | None = None, first: int = 0
) -> Tally:
    """Runs every nth program from the first one on; every second one has example values as torch.compile leaves them."""
    tally = Tally()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for number, program in enumerate(all_programs(count, names or set())):
            if number < first or (number - first) % every:
                continue
            try:
                outcome = run_program(program, described=(number // every) % 2 == 0)
            except Exception as error:  # anything but a refusal is a fault
                outcome = Outcome("wrong", f"{type(error).__name__}: {error}")
            tally.count(program, outcome)
            if progress is not None:
                progress(tally, program)
    return tally


def report(tally: Tally) -> Iterator[str]:
    yield f"{tally.programs} programs: {', '.join(f'{count} {kind}' for kind, count in sorted(tally.outcomes.items()))}"
    for reason, ops in sorted(tally.refused.items(), key=lambda item: -item[1].total()):
        yield f"  {ops.total():5} refused: {reason}   [{', '.join(f'{name} {count}' for name, count in ops.most_common(12))}]"
    yield f"  eager contradicts itself: {', '.join(f'{name} {count}' for name, count in tally.contradicting.most_common())}"
    yield f"  last bits: {', '.join(f'{name} {count}' for name, count in tally.last_bits.most_common())}"
    for name, text in tally.wrong:
        yield f"  wrong: {name}: {' '.join(text.split())[:300]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=4, help="of each operator and dtype")
    parser.add_argument("--every", type=int, default=1, help="only every nth program")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first program that is run")
    parser.add_argument("--ops", nargs="*", default=[])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    logging.getLogger("torch._subclasses.fake_tensor").setLevel(logging.CRITICAL)

    def progress(tally: Tally, program: Program) -> None:
        if sum(tally.outcomes.values()) % 5000 == 0:
            print(f"... {program}: {dict(tally.outcomes)}", file=sys.stderr, flush=True)

    tally = check_all(options.samples, options.every, set(options.ops), progress if options.verbose else None, options.first)
    print("\n".join(report(tally)))
    return bool(tally.wrong)


if __name__ == "__main__":
    sys.exit(main())
