"""A backend for torch.compile that runs, in place of each captured graph, what the command line makes of its text.

The rewritten graph runs on the real inputs, which it must leave alone. What its map names is then written to the inputs and attributes, and outputs that were
inputs or views of inputs in the captured graph become so again, if they hold the same bits. The text without strides is rewritten, too, and must compute the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from graph_harness import flatten, load_module, same_bits
from graph_sidecar import Alias, attributes, output_aliases, shares_memory, sidecar


class WrongRewrite(Exception):
    pass


def require(claim: bool, message: str) -> None:
    if not claim:
        raise WrongRewrite(message)


@dataclass
class Captured:
    """One graph that Dynamo handed over, and what became of it."""

    text: str
    maps: dict[str, Any] = field(default_factory=dict)
    rewritten: str = ""
    refusal: str = ""
    unverified: str = ""
    assumptions: list[str] = field(default_factory=list)
    runs: int = 0


@dataclass
class Backend:
    outplace: Callable
    folder: Path
    ops: str = ""
    graphs: list[Captured] = field(default_factory=list)

    def __call__(self, graph_module: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
        facts = json.dumps(sidecar(graph_module, example_inputs))
        captured, plain = (self.rewrite(graph_module, facts, annotated) for annotated in (True, False))
        self.graphs.append(captured)
        require(bool(captured.refusal) == bool(plain.refusal), f"one of the two texts is refused: {captured.refusal}{plain.refusal}")
        require(captured.maps == plain.maps, "the text without strides has other maps")
        if captured.refusal:
            return graph_module.forward
        return Rewritten(captured, plain.rewritten, attributes(graph_module), output_aliases(graph_module))

    def rewrite(self, graph_module: torch.fx.GraphModule, sidecar_text: str, annotated: bool) -> Captured:
        captured = Captured(graph_module.print_readable(print_output=False, include_stride=annotated, include_device=annotated))
        folder = self.folder / f"{len(self.graphs)}_{'annotated' if annotated else 'plain'}"
        folder.mkdir()
        before, facts, ops, after, maps, report = (
            folder / file for file in ("before.py", "inputs.json", "more.ops", "after.py", "maps.json", "report.json")
        )
        for file, text in ((before, captured.text), (facts, sidecar_text), (ops, self.ops)):
            file.write_text(text)
        options = ("--inputs", facts, "--ops", ops, "--io-map", maps)
        result = self.outplace("rewrite", before, *options, "--device", "cpu", "-o", after, "--report", report)
        if result.returncode != 0:
            captured.refusal = result.stderr
            return captured
        captured.rewritten, captured.maps = after.read_text(), json.loads(maps.read_text())
        captured.assumptions = json.loads(report.read_text())["assumptions"]
        if annotated:
            verdict = self.outplace("verify", before, after, *options)
            captured.unverified = "" if verdict.returncode == 0 else verdict.stdout + verdict.stderr
        return captured


class Rewritten:
    def __init__(self, captured: Captured, plain: str, state: dict[str, torch.Tensor], aliases: list[Alias | None]) -> None:
        self.captured, self.state, self.aliases = captured, state, aliases
        self.count = captured.maps["original_output_count"]
        require(self.count == len(aliases), f"original_output_count is {self.count}, the graph has {len(aliases)} outputs")
        self.module, self.plain = self.load(captured.rewritten), self.load(plain)

    def load(self, text: str) -> torch.nn.Module:
        module = load_module(text)
        for path, tensor in self.state.items():
            object.__setattr__(module, path, tensor)
        return module

    def __call__(self, *inputs: Any) -> tuple[Any, ...]:
        self.captured.runs += 1
        held = [*flatten(inputs), *self.state.values()]
        before = [value.detach().clone() if isinstance(value, torch.Tensor) else value for value in held]
        draws = torch.get_rng_state()
        again = list(flatten(self.plain.forward(*inputs)))
        torch.set_rng_state(draws)
        outputs = list(flatten(self.module.forward(*inputs)))
        require(all(map(same_bits, before, held)), "the rewritten graph changes its inputs")
        require(len(again) == len(outputs) and all(map(same_bits, again, outputs)), "the text without strides computes something else")
        self.check_memory(outputs, held)
        self.write_back(outputs, list(flatten(inputs)))
        return tuple(self.restored(output, alias, inputs) for output, alias in zip(outputs, self.aliases))

    def check_memory(self, outputs: list[Any], held: list[Any]) -> None:
        """An output that was memory of its own would change with the input."""
        for index, (output, alias) in enumerate(zip(outputs, self.aliases)):
            if alias is None and isinstance(output, torch.Tensor) and output.numel():
                mates = [value for value in held if isinstance(value, torch.Tensor) and shares_memory(value, output)]
                require(not mates, f"output {index} became a view of an input")

    def write_back(self, outputs: list[Any], inputs: list[Any]) -> None:
        targets = [(int(output), inputs[position]) for output, position in self.captured.maps["io_map"].items()]
        targets += [(int(output), self.state[path]) for output, path in self.captured.maps["state_map"].items()]
        values = [outputs[output].clone() for output, _ in targets]
        for (output, target), value in zip(targets, values):
            require(value.shape == target.shape and value.dtype == target.dtype, f"output {output} does not fit its input")
            followed = torch.is_grad_enabled() and value.requires_grad and not (target.is_leaf and target.requires_grad)
            with torch.set_grad_enabled(followed):
                target.copy_(value)

    def restored(self, output: Any, alias: Alias | None, inputs: tuple[Any, ...]) -> Any:
        if alias is None:
            return output
        source = inputs[alias.position]
        if not alias.is_input:
            source = view_of(source, output, alias)
        require(same_bits(source, output), "an output that is an input, or a view of one, holds other bits")
        require(source.stride() == output.stride(), f"an output has strides {output.stride()} instead of {source.stride()}")
        return source


def view_of(source: torch.Tensor, like: torch.Tensor, alias: Alias) -> torch.Tensor:
    if source.dtype != like.dtype or not alias.requires_grad:
        return torch.empty(0, dtype=like.dtype).set_(source.untyped_storage(), alias.offset, like.shape, like.stride())
    return source.as_strided(like.shape, like.stride(), alias.offset)
