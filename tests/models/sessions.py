"""Programs as sessions: objects made anew from equal seeds, and steps that change them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch

Compile = Callable[[Callable], Callable]
Steps = Callable[[Compile], Iterator[Any]]


@dataclass
class Session:
    """`steps` yields what each step returns; `state` is what the steps may change."""

    state: dict[str, Any]
    steps: Steps


@dataclass(frozen=True)
class Program:
    """`writes`: compiled, it writes to inputs or state of its graphs; None if that hangs on where Dynamo breaks them. A program of `quick` stands for its family in short runs. `traced`:
    Dynamo itself changes what is computed, by a decomposition or since a model asks whether it is traced; the program is then compared with a run that Dynamo's own backend for debugging
    compiled. With one that is not `symbolic` Dynamo itself fails where sizes are symbolic."""

    name: str
    family: str
    start: Callable[[], Session]
    writes: bool | None = True
    quick: bool = False
    traced: bool = False
    symbolic: bool = True


def token_ids(batch: int, length: int) -> torch.Tensor:
    return torch.randint(3, 90, (batch, length))


def differentiable(value: Any) -> list[torch.Tensor]:
    """The results of a module through which gradients can go."""
    if isinstance(value, torch.Tensor):
        return [value] if value.requires_grad and value.is_floating_point() else []
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [tensor for item in items for tensor in differentiable(item)]


@dataclass
class Inference:
    """Calls of a module on one input after the other, without gradients."""

    module: torch.nn.Module
    calls: list[dict[str, Any]]
    carried: dict[str, Any] = field(default_factory=dict)  # goes into each call and is changed there

    def session(self) -> Session:
        return Session({"module": self.module, "calls": self.calls, **self.carried}, self.steps)

    def steps(self, compiled: Compile) -> Iterator[Any]:
        function = compiled(self.module)
        for arguments in self.calls:
            with torch.no_grad():
                result = function(**arguments, **self.carried)
            yield result


@dataclass
class Training:
    """Steps of training: a loss of all results, gradients, and an update outside of what is compiled."""

    module: torch.nn.Module
    calls: list[dict[str, Any]]
    optimizer: torch.optim.Optimizer | None = None
    input_gradients: bool = True  # are there gradients of the inputs, too?

    def session(self) -> Session:
        self.module.train()
        self.optimizer = self.optimizer or torch.optim.SGD(self.module.parameters(), lr=0.01, momentum=0.9)
        for value in (item for arguments in self.calls for item in arguments.values()):
            if value.is_floating_point() and self.input_gradients:
                value.requires_grad_()
        return Session({"module": self.module, "calls": self.calls, "optimizer": self.optimizer}, self.steps)

    def steps(self, compiled: Compile) -> Iterator[Any]:
        function = compiled(self.module)
        for arguments in self.calls:
            self.optimizer.zero_grad(set_to_none=False)
            result = function(**arguments)
            torch.stack([value.square().sum() for value in differentiable(result)]).sum().backward()
            self.optimizer.step()
            yield result


def inferring(module: Callable[[], torch.nn.Module], inputs: Callable[[], dict[str, Any]], times: int = 2) -> Session:
    return Inference(module().eval(), [inputs() for _ in range(times)]).session()


def training(module: Callable[[], torch.nn.Module], inputs: Callable[[], dict[str, Any]], times: int = 3, input_gradients: bool = True) -> Session:
    return Training(module(), [inputs() for _ in range(times)], input_gradients=input_gradients).session()


def starting(kind: Callable[..., Session], *arguments: Any, **named: Any) -> Callable[[], Session]:
    return partial(kind, *arguments, **named)
