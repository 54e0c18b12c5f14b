"""Steps of optimizers, compiled: parameters and what the optimizer remembers are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from sessions import Compile, Program, Session, starting
from torch import nn

STEPS = 4


@dataclass
class Updating:
    """Gradients by eager PyTorch, the step compiled."""

    network: nn.Module
    optimizer: torch.optim.Optimizer
    batches: list[torch.Tensor]
    clipping: float | None = None
    schedule: Any = None

    def session(self) -> Session:
        return Session({"module": self.network, "optimizer": self.optimizer}, self.steps)

    def update(self) -> None:
        if self.clipping is not None:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.clipping)
        self.optimizer.step()

    def steps(self, compiled: Compile) -> Iterator[Any]:
        step = compiled(self.update)
        for batch in self.batches:
            self.optimizer.zero_grad(set_to_none=False)
            self.network(batch).square().mean().backward()
            step()
            if self.schedule is not None:
                self.schedule.step()
            yield None


def network(dtype: torch.dtype = torch.float32) -> nn.Module:
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 4, bias=False)).to(dtype)


def updating(kind: str, settings: dict[str, Any], clipping: float | None = None, decay: bool = False, dtype: torch.dtype = torch.float32) -> Session:
    module = network(dtype)
    made = getattr(torch.optim, kind)(
        module.parameters(), **{name: value.clone() if isinstance(value, torch.Tensor) else value for name, value in settings.items()}
    )
    schedule = torch.optim.lr_scheduler.ExponentialLR(made, 0.5) if decay else None
    return Updating(module, made, [torch.randn(5, 6, dtype=dtype) for _ in range(STEPS)], clipping, schedule).session()


def two_groups(kind: str, settings: dict[str, Any]) -> Session:
    module = network()
    groups = [{"params": [module[0].weight, module[2].weight], "weight_decay": 0.1}, {"params": [module[0].bias], "lr": 0.05}]
    return Updating(module, getattr(torch.optim, kind)(groups, **settings), [torch.randn(5, 6) for _ in range(STEPS)]).session()


def averaging(foreach: bool) -> Session:
    """A copy of the weights that follows them, compiled; the weights themselves are changed eagerly."""
    module, follower = network(), network()
    mine, theirs = list(follower.parameters()), list(module.parameters())

    @torch.no_grad()
    def follow() -> None:
        if foreach:
            torch._foreach_lerp_(mine, theirs, 0.1)
        else:
            for average, value in zip(mine, theirs):
                average.mul_(0.9).add_(value, alpha=0.1)

    def steps(compiled: Compile) -> Iterator[Any]:
        function = compiled(follow)
        for _ in range(STEPS):
            with torch.no_grad():
                for value in theirs:
                    value.add_(torch.randn_like(value))
            function()
            yield None

    return Session({"module": module, "follower": follower}, steps)


def whole_step(foreach: bool) -> Session:
    """Loss, gradients and update in one function: Dynamo breaks it where gradients are computed."""
    module = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True), nn.Linear(8, 4))
    optimizer = torch.optim.AdamW(module.parameters(), lr=0.01, foreach=foreach)
    batches = [torch.randn(5, 6) for _ in range(STEPS)]

    def step(batch: torch.Tensor) -> torch.Tensor:
        loss = module(batch).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    def steps(compiled: Compile) -> Iterator[Any]:
        function = compiled(step)
        for batch in batches:
            yield function(batch)

    return Session({"module": module, "optimizer": optimizer, "batches": batches}, steps)


# Name, class, settings. Each runs one parameter after the other and over lists of parameters (foreach).
OPTIMIZERS: list[tuple[str, str, dict[str, Any]]] = [
    ("sgd", "SGD", dict(lr=0.1)),
    ("sgd-momentum", "SGD", dict(lr=0.1, momentum=0.9, dampening=0.1, weight_decay=0.01)),
    ("sgd-nesterov", "SGD", dict(lr=0.1, momentum=0.9, nesterov=True)),
    ("sgd-maximize", "SGD", dict(lr=0.01, momentum=0.9, maximize=True)),
    ("adam", "Adam", dict(lr=0.01)),
    ("adam-amsgrad", "Adam", dict(lr=0.01, amsgrad=True, weight_decay=0.1)),
    ("adamw", "AdamW", dict(lr=0.01, weight_decay=0.1)),
    ("adamw-amsgrad", "AdamW", dict(lr=0.01, amsgrad=True)),
    ("adamw-maximize", "AdamW", dict(lr=0.01, maximize=True)),
    ("rmsprop", "RMSprop", dict(lr=0.01)),
    ("rmsprop-centered", "RMSprop", dict(lr=0.01, momentum=0.9, centered=True, weight_decay=0.1)),
    ("adagrad", "Adagrad", dict(lr=0.1, lr_decay=0.1)),
    ("adadelta", "Adadelta", dict(lr=0.5, weight_decay=0.1)),
    ("adamax", "Adamax", dict(lr=0.01)),
    ("nadam", "NAdam", dict(lr=0.01, decoupled_weight_decay=True, weight_decay=0.1)),
    ("radam", "RAdam", dict(lr=0.01)),
    ("asgd", "ASGD", dict(lr=0.1)),
    ("rprop", "Rprop", dict(lr=0.01)),
]
QUICK = {"sgd-momentum-foreach", "adam-single", "adamw-foreach", "own-adam"}
# These look whether they are traced, and then compute another step.
OTHER_WHEN_TRACED = {"Adam", "AdamW", "Adagrad", "Adamax", "NAdam", "RAdam"}


def own_adam() -> Session:
    """The step of Adam as one writes it down, on slices of one long tensor that holds all parameters."""
    flat, first, second = (torch.zeros(24) for _ in range(3))
    flat.normal_()
    parts = [flat[:12].view(3, 4), flat[12:16], flat[16:].view(4, 2)]

    @torch.no_grad()
    def step(gradients: list[torch.Tensor], count: torch.Tensor) -> None:
        count += 1
        for part, one, two, gradient in zip(parts, first.split([12, 4, 8]), second.split([12, 4, 8]), gradients):
            one, two = one.view_as(part), two.view_as(part)
            one.mul_(0.9).add_(gradient, alpha=0.1)
            two.mul_(0.99).addcmul_(gradient, gradient, value=0.01)
            part.sub_(0.01 * (one / (1 - 0.9**count)) / (two / (1 - 0.99**count)).sqrt().add_(1e-8))

    count = torch.zeros(())

    def steps(compiled: Compile) -> Iterator[Any]:
        function = compiled(step)
        for _ in range(STEPS):
            function([torch.randn(part.shape) for part in parts], count)
            yield parts[1]

    return Session({"flat": flat, "parts": parts, "first": first, "second": second, "count": count}, steps)


def programs() -> list[Program]:
    found = [Program("own-adam", "optimizer", own_adam, quick=True)]
    for way, foreach in (("single", False), ("foreach", True)):
        for name, kind, settings in OPTIMIZERS:
            start = starting(updating, kind, settings | dict(foreach=foreach))
            found.append(Program(f"{name}-{way}", "optimizer", start, quick=f"{name}-{way}" in QUICK, traced=kind in OTHER_WHEN_TRACED))
        rate = dict(lr=torch.tensor(0.01), foreach=foreach)
        found += [
            Program(f"sgd-tensor-rate-{way}", "optimizer", starting(updating, "SGD", rate, decay=True), traced=True),
            Program(f"rmsprop-decomposed-{way}", "optimizer", starting(updating, "RMSprop", dict(lr=0.01, foreach=foreach)), traced=True),
            Program(f"adamw-clipped-{way}", "optimizer", starting(updating, "AdamW", dict(lr=0.01, foreach=foreach), clipping=0.01), traced=True),
            Program(f"sgd-clipped-{way}", "optimizer", starting(updating, "SGD", dict(lr=0.1, foreach=foreach), clipping=0.01)),
            Program(f"adamw-bfloat16-{way}", "optimizer", starting(updating, "AdamW", dict(lr=0.01, foreach=foreach), dtype=torch.bfloat16), traced=True),
            Program(f"adamw-two-groups-{way}", "optimizer", starting(two_groups, "AdamW", dict(lr=0.01, foreach=foreach)), traced=True),
            Program(f"sgd-two-groups-{way}", "optimizer", starting(two_groups, "SGD", dict(lr=0.01, momentum=0.9, foreach=foreach))),
            Program(f"moving-average-{way}", "optimizer", starting(averaging, foreach)),
            Program(f"whole-step-{way}", "optimizer", starting(whole_step, foreach), traced=True),
        ]
    rate = dict(lr=torch.tensor(0.01), foreach=False)
    return [*found, Program("adam-tensor-rate", "optimizer", starting(updating, "Adam", rate, decay=True), traced=True)]
