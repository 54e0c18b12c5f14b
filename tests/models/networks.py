"""Small networks whose modules write: batch norms that keep statistics, activations and dropouts in place, counters, caches of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from sessions import Program, Session, inferring, starting, training
from torch import nn
from torch.nn import functional

Built = Callable[[], nn.Module]


def pictures(size: int = 8) -> dict[str, Any]:
    return {"input": torch.randn(4, 3, size, size)}


def conv_norm(inputs: int, outputs: int, **settings: Any) -> list[nn.Module]:
    return [nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs, **settings), nn.ReLU(inplace=True)]


def classifier(*layers: nn.Module, width: int = 8) -> nn.Module:
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 5))


class Block(nn.Module):
    """A residual block that adds to its branch in place."""

    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(width, width, 3, padding=1, bias=False), nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm1, self.norm2 = nn.BatchNorm2d(width), nn.BatchNorm2d(width)

    def forward(self, value: torch.Tensor) -> torch.Tensor:
        out = functional.relu(self.norm1(self.first(value)), inplace=True)
        out = self.norm2(self.second(out))
        out += value
        return functional.relu_(out)


class Dense(nn.Module):
    """Each layer reads all before it; what it makes is written into one buffer."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Sequential(nn.BatchNorm2d(3 + 2 * i), nn.ReLU(inplace=True), nn.Conv2d(3 + 2 * i, 2, 1)) for i in range(3))
        self.head = nn.Linear(9, 5)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        whole = input.new_zeros(input.shape[0], 9, *input.shape[2:])
        whole[:, :3] = input
        for i, layer in enumerate(self.layers):
            seen = 3 + 2 * i
            whole[:, seen : seen + 2] = layer(whole[:, :seen].clone())
        return self.head(whole.mean((2, 3)))


class SpectralHead(nn.Module):
    """Power iteration in buffers that are written in place at each step of training."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.utils.parametrizations.spectral_norm(nn.Linear(12, 8))
        self.out = nn.Linear(8, 3)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return self.out(functional.leaky_relu(self.features(input.flatten(1)[:, :12]), 0.2, inplace=True))


class Quantizer(nn.Module):
    """A codebook that follows the mean of what falls to each of its entries."""

    def __init__(self) -> None:
        super().__init__()
        self.encode = nn.Conv2d(3, 4, 3, stride=2, padding=1)
        self.decode = nn.ConvTranspose2d(4, 3, 4, stride=2, padding=1)
        self.register_buffer("codes", torch.randn(6, 4))
        self.register_buffer("sizes", torch.ones(6))
        self.register_buffer("sums", self.codes.clone())

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        features = self.encode(input).permute(0, 2, 3, 1)
        rows = features.reshape(-1, 4)
        chosen = (rows.detach()[:, None] - self.codes).square().sum(-1).argmin(1)
        quantized = self.codes[chosen].view_as(features)
        if self.training:
            with torch.no_grad():
                hot = functional.one_hot(chosen, 6).to(rows.dtype)
                self.sizes.mul_(0.9).add_(hot.sum(0), alpha=0.1)
                self.sums.mul_(0.9).add_(hot.t() @ rows, alpha=0.1)
                self.codes.copy_(self.sums / self.sizes.clamp(min=1e-3).unsqueeze(1))
        return self.decode((features + (quantized - features).detach()).permute(0, 3, 1, 2))


class Counting(nn.Module):
    """Counts calls, follows the range of its input, and keeps the last inputs in a ring."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        for name, value in (("calls", torch.tensor(0)), ("low", torch.full((3,), 9.0)), ("high", torch.full((3,), -9.0)), ("ring", torch.zeros(2, 4, 3))):
            self.register_buffer(name, value)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        rows = input.mean((2, 3))
        with torch.no_grad():
            self.ring[self.calls % 2] = rows
            self.calls += 1
            torch.minimum(self.low, rows.amin(0), out=self.low)
            torch.maximum(self.high, rows.amax(0), out=self.high)
        return self.layer(rows) + self.ring.sum(0)


class Momentum(nn.Module):
    """A teacher that follows its student, whose keys go into a queue."""

    def __init__(self) -> None:
        super().__init__()
        self.student, self.teacher = (nn.Sequential(nn.Linear(12, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True), nn.Linear(8, 4)) for _ in range(2))
        self.teacher.load_state_dict(self.student.state_dict())
        self.teacher.requires_grad_(False)
        self.register_buffer("queue", functional.normalize(torch.randn(4, 12), dim=0))
        self.register_buffer("place", torch.zeros(1, dtype=torch.long))

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        rows = input.flatten(1)[:, :12]
        query = functional.normalize(self.student(rows), dim=1)
        with torch.no_grad():
            for mine, theirs in zip(self.teacher.parameters(), self.student.parameters()):
                mine.mul_(0.9).add_(theirs, alpha=0.1)
            keys = functional.normalize(self.teacher(rows + 0.1), dim=1)
        scores = torch.cat([(query * keys).sum(1, keepdim=True), query @ self.queue.clone()], dim=1)
        with torch.no_grad():
            columns = (self.place + torch.arange(len(keys))) % self.queue.shape[1]
            self.queue[:, columns] = keys.t()
            self.place.add_(len(keys)).remainder_(self.queue.shape[1])
        return scores / 0.1


class Recurrent(nn.Module):
    """A cell that is called for each step and writes its results where they belong."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.norm = nn.GRUCell(8, 6), nn.BatchNorm1d(6)
        self.register_buffer("hidden", torch.zeros(4, 6))

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        steps = input[:, 0].unbind(1)
        results = torch.empty(len(steps), 4, 6)
        hidden = self.hidden.clone()
        for index, step in enumerate(steps):
            hidden = self.cell(step, hidden)
            results[index] = hidden
        with torch.no_grad():
            self.hidden.copy_(hidden)
        return self.norm(results[-1]) + results.mean(0)


class RenormedWords(nn.Module):
    """Reading shortens rows of the table in place."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.bags = nn.Embedding(20, 6, max_norm=0.5), nn.EmbeddingBag(20, 6, max_norm=0.7)
        self.head = nn.Linear(6, 3)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return self.head(self.words(input).mean(1) + self.bags(input))


def words() -> dict[str, Any]:
    return {"input": torch.randint(0, 20, (4, 5))}


def half_frozen() -> nn.Module:
    """One batch norm stays in evaluation while the rest trains."""
    network = classifier(*conv_norm(3, 8), *conv_norm(8, 8))
    network.register_forward_pre_hook(lambda module, _: module[1].eval() and None)
    return network


NETWORKS: dict[str, Built] = {
    "batch-norm": lambda: classifier(*conv_norm(3, 8), *conv_norm(8, 8)),
    "batch-norm-cumulative": lambda: classifier(*conv_norm(3, 8, momentum=None)),
    "batch-norm-without-weights": lambda: classifier(*conv_norm(3, 8, affine=False)),
    "batch-norm-without-statistics": lambda: classifier(*conv_norm(3, 8, track_running_stats=False)),
    "batch-norm-frozen": half_frozen,
    "residual": lambda: classifier(nn.Conv2d(3, 8, 1), Block(), Block()),
    "depthwise": lambda: classifier(nn.Conv2d(3, 8, 1), nn.Conv2d(8, 8, 3, groups=8, padding=1), nn.BatchNorm2d(8), nn.ReLU6(inplace=True), nn.Conv2d(8, 8, 1), nn.BatchNorm2d(8)),
    "dropout-in-place": lambda: classifier(*conv_norm(3, 8), nn.Conv2d(8, 8, 1), nn.Dropout2d(0.3, inplace=True), *conv_norm(8, 8), nn.Conv2d(8, 8, 1), nn.Dropout(0.2, inplace=True)),
    "activations-in-place": lambda: classifier(
        nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.SiLU(inplace=True), nn.Conv2d(8, 8, 1), nn.Hardswish(inplace=True),
        nn.Conv2d(8, 8, 1), nn.LeakyReLU(0.1, inplace=True), nn.Conv2d(8, 8, 1), nn.Mish(inplace=True),
        nn.Conv2d(8, 8, 1), nn.Hardtanh(inplace=True), nn.Conv2d(8, 8, 1), nn.RReLU(inplace=True),
        nn.Conv2d(8, 8, 1), nn.Threshold(0.1, 0.5, inplace=True), nn.Conv2d(8, 8, 1), nn.Hardsigmoid(inplace=True),
    ),
    "elu-in-place": lambda: classifier(nn.Conv2d(3, 8, 3), nn.ELU(inplace=True), nn.Conv2d(8, 8, 1), nn.CELU(inplace=True), nn.Conv2d(8, 8, 1), nn.SELU(inplace=True)),
    "instance-norm": lambda: classifier(nn.Conv2d(3, 8, 3), nn.InstanceNorm2d(8, affine=True, track_running_stats=True), nn.ReLU(inplace=True)),
    "group-norm": lambda: classifier(nn.Conv2d(3, 8, 3), nn.GroupNorm(2, 8), nn.ReLU(inplace=True), nn.BatchNorm2d(8)),
    "dense": Dense,
    "spectral-norm": SpectralHead,
    "quantizer": Quantizer,
    "counting": Counting,
    "momentum-teacher": Momentum,
    "recurrent": Recurrent,
}  # fmt: skip
# The second: Dynamo breaks the graph at a number that it must know, and leaves the whole frame to eager mode.
WITHOUT_WRITES = {"batch-norm-without-statistics", "batch-norm-cumulative", "elu-in-place"}
QUICK = {"batch-norm", "residual", "dropout-in-place", "activations-in-place", "elu-in-place", "instance-norm", "momentum-teacher"}


def mixed(network: Built) -> Session:
    """Training and evaluation by turns: the compiled module is called in both modes."""
    session = training(network, pictures, 4)
    inner = session.steps

    def steps(compiled: Callable) -> Any:
        for index, result in enumerate(inner(compiled)):
            yield result
            session.state["module"].train(index % 2 == 1)

    return Session(session.state, steps)


def programs() -> list[Program]:
    found = [
        Program(f"{name}-training", "network", starting(training, network, pictures), name not in WITHOUT_WRITES, name in QUICK)
        for name, network in NETWORKS.items()
    ]
    found += [
        Program("renormed-words-training", "network", starting(training, RenormedWords, words)),
        Program("renormed-words-inference", "network", starting(inferring, RenormedWords, words)),
        Program("batch-norm-by-turns", "network", starting(mixed, NETWORKS["batch-norm"])),
        Program("residual-by-turns", "network", starting(mixed, NETWORKS["residual"])),
        Program("counting-inference", "network", starting(inferring, Counting, pictures)),
    ]
    return found
