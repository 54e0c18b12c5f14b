"""torch.compile(backend="outplace"): what callers see is what eager mode gives, also of memory, gradients, random numbers and module state."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest
import torch
from outplace import OutplaceError, Result
from outplace.backend import outplace
from outplace.testing import compare, copy_inputs


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield


def backend_with(**options: Any) -> Callable[..., Any]:
    return lambda graph, inputs: outplace(graph, inputs, options=options)


def check(function: Callable[..., Any], make: Callable[[], Any], **options: Any) -> None:
    """Equal to eager mode with fixed and symbolic sizes."""
    for dynamic in (False, True):
        torch._dynamo.reset()
        assert compare(function, make, backend=backend_with(**options), dynamic=dynamic) == []


def numbers(*shape: int) -> torch.Tensor:
    return torch.arange(1.0, 1 + torch.Size(shape).numel()).reshape(shape)


# ---- memory of outputs


def returns_input(x: torch.Tensor) -> Any:
    x.add_(1)
    return x


def returns_view(x: torch.Tensor) -> Any:
    v = x[1:].t()
    x.mul_(2)
    return v, v[0], x * 1


def returns_view_of_unwritten(x: torch.Tensor, y: torch.Tensor) -> Any:
    y.add_(x)
    return x[1], x.view(-1), y.sum()


def returns_parts(x: torch.Tensor) -> Any:
    a, b = x.split(2)
    a.add_(1)
    return a, b, x.unbind(0)[3]


def returns_inner_views(x: torch.Tensor) -> Any:
    y = x * 2
    v = y[1:]
    v.add_(1)
    return y, v, y.t()


def returns_overlapping_parts(x: torch.Tensor) -> Any:
    y = x * 2
    a, b = y[:3], y[1:]
    a.add_(1)
    b.mul_(3)
    return a, b


def returns_other_dtype(x: torch.Tensor) -> Any:
    v = x.view(torch.int32)
    v.add_(1)
    return v, v[0]


def returns_complex_parts(x: torch.Tensor) -> Any:
    z = torch.view_as_complex(x.view(-1, 2))
    z.mul_(2)
    return z.imag, z


def returns_sized_view(x: torch.Tensor) -> Any:
    n = x.shape[0] // 2
    x[:n] = 0
    return x[n:], x.narrow(0, 1, n), x.reshape(-1)


RETURNING = [
    returns_input, returns_view, returns_view_of_unwritten, returns_parts, returns_inner_views, returns_overlapping_parts, returns_other_dtype, returns_complex_parts, returns_sized_view,
]  # fmt: skip


@pytest.mark.parametrize("function", RETURNING, ids=lambda function: function.__name__)
def test_outputs_share_memory_as_in_eager_mode(function: Callable[..., Any]) -> None:
    count = function.__code__.co_argcount
    check(function, lambda: tuple(numbers(4, 6) + index for index in range(count)))


def test_a_returned_view_is_a_view_for_autograd() -> None:
    x = numbers(4, 6).clone()
    v, _, _ = torch.compile(returns_view, backend=backend_with())(x)
    assert v._base is x
    v.zero_()
    assert x[1:].eq(0).all() and x[0].ne(0).all()


def test_versions_of_written_inputs_move() -> None:
    x = numbers(4, 6)
    before = x._version
    torch.compile(returns_input, backend=backend_with())(x)
    assert x._version > before


# ---- inputs that share memory


def writes_two(x: torch.Tensor, y: torch.Tensor) -> Any:
    y[0] = 5.0
    x.add_(1)
    return x * 2, y.sum()


def reads_other(x: torch.Tensor, y: torch.Tensor) -> Any:
    x.add_(1)
    return y * 2


def swaps(x: torch.Tensor, y: torch.Tensor) -> Any:
    old = x.clone()
    x.copy_(y)
    y.copy_(old)
    return x + y


def parts_of_one(*slices: Any) -> Callable[[], Any]:
    def make() -> Any:
        base = numbers(6, 6)
        return tuple(base[part] for part in slices)

    return make


SHARED = {
    "apart": parts_of_one(slice(0, 3), slice(3, 6)),
    "the same": parts_of_one(slice(0, 3), slice(0, 3)),
    "contained": parts_of_one(slice(0, 3), slice(1, 4)),
    "overlapping": parts_of_one(slice(1, 4), slice(0, 3)),
    "columns": parts_of_one((slice(0, 3), slice(0, 6)), (slice(3, 6), slice(0, 6))),
    "not shared": lambda: (numbers(3, 6), numbers(3, 6)),
}


@pytest.mark.parametrize("function", [writes_two, reads_other], ids=lambda function: function.__name__)
def test_inputs_may_share_memory_in_another_way_in_every_call(function: Callable[..., Any]) -> None:
    results: list[Result] = []
    compiled = torch.compile(function, backend=backend_with(on_rewrite=results.append), dynamic=False)
    for _ in range(2):
        for name, make in SHARED.items():
            expected_inputs, inputs = make(), make()
            expected, got = function(*expected_inputs), compiled(*inputs)
            for a, b in zip((*expected_inputs, expected), (*inputs, got), strict=True):
                for old, new in zip(*(value if isinstance(value, tuple) else (value,) for value in (a, b)), strict=True):
                    assert torch.equal(old, new), name
    patterns = len(results)
    assert 2 <= patterns <= len(SHARED)
    compiled(*SHARED["contained"]())
    assert len(results) == patterns


@pytest.mark.parametrize("name", SHARED)
def test_inputs_that_share_memory_when_compiled(name: str) -> None:
    for function in (writes_two, reads_other):
        torch._dynamo.reset()
        assert compare(function, SHARED[name], backend=backend_with(), dynamic=False) == []


def test_one_input_holds_another() -> None:
    def make() -> Any:
        base = numbers(4, 6)
        return base, base[1:3, ::2]

    torch._dynamo.reset()
    assert compare(writes_two, make, backend=backend_with(), dynamic=False) == []


def test_new_contents_are_there_before_the_first_write() -> None:
    check(swaps, lambda: (numbers(3, 4), -numbers(3, 4)))


def test_memory_that_is_not_torchs() -> None:
    array = numpy.ones(6, dtype=numpy.float32)
    compiled = torch.compile(reads_other, backend=backend_with(), dynamic=False)
    compiled(torch.ones(6), torch.ones(6))
    with pytest.raises(OutplaceError, match="different storages over the same memory"):
        compiled(torch.from_numpy(array), torch.from_numpy(array))
    assert array.tolist() == [1.0] * 6
    other = numpy.ones(8, dtype=numpy.float32)
    with pytest.raises(OutplaceError, match="different storages over the same memory"):
        compiled(torch.from_numpy(other[:6]), torch.from_numpy(other[2:]))


def test_an_input_with_repeated_elements_is_refused() -> None:
    def fills(x: torch.Tensor) -> Any:
        x.zero_()
        return x + 1

    for dynamic in (False, True):
        torch._dynamo.reset()
        with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="several elements are one place of memory"):
            torch.compile(fills, backend=backend_with(), dynamic=dynamic)(numbers(4, 1).expand(4, 3))


def test_as_strided_sees_where_an_input_lies() -> None:
    def writes(x: torch.Tensor) -> Any:
        x.as_strided((2,), (1,), 2).add_(10)
        return x * 1

    compiled = torch.compile(writes, backend=backend_with(), dynamic=False)
    for start in (0, 1, 0, 2):
        bases = numbers(12), numbers(12)
        expected, got = writes(bases[0][start : start + 6]), compiled(bases[1][start : start + 6])
        assert torch.equal(expected, got) and torch.equal(*bases)


# ---- gradients


def of_leaf(make_input: Callable[[torch.Tensor], Any]) -> Callable[[], Any]:
    """Arguments: a leaf, and an input with a history."""

    def make() -> Any:
        leaf = numbers(3, 4).requires_grad_()
        return leaf, make_input(leaf)

    return make


def inner_writes(x: torch.Tensor, y: torch.Tensor) -> Any:
    z = x * y
    z[0] = x[1] * 3
    z[:, 1].mul_(x[:, 0])
    z.relu_()
    return z.sum(1), z


def scales_input(w: torch.Tensor, x: torch.Tensor) -> Any:
    y = x.exp()
    x.mul_(w)
    return x.sum() + y.sum(), w * 2


def clears_input(w: torch.Tensor, x: torch.Tensor) -> Any:
    x.zero_()
    return x + w


def writes_part_of_input(w: torch.Tensor, x: torch.Tensor) -> Any:
    x[1] = w[0] * w[2]
    return x * 2


def writes_many_rows_of_input(w: torch.Tensor, x: torch.Tensor) -> Any:
    x[list(range(60, 0, -1))] = w[0] * w[2]
    return x * 2


def writes_without_gradients(w: torch.Tensor, x: torch.Tensor) -> Any:
    with torch.no_grad():
        x.mul_(2)
    return w * 3


def fills_cache(w: torch.Tensor, cache: torch.Tensor) -> Any:
    cache[0] = w[1] * 2
    return cache.sum(0)


def detaches(w: torch.Tensor, x: torch.Tensor) -> Any:
    d = x.detach()
    with torch.no_grad():
        s = w * 2
        s.add_(1)
    return d, s, (w * s).sum(), d + w


def averages_detached(w: torch.Tensor, average: torch.Tensor) -> Any:
    average.data.mul_(0.5).add_(w, alpha=0.5)
    average.detach()[0] = w[1] * w[2]
    torch._foreach_add_(list(average.detach().unbind()), list(w.unbind()))
    y = average * 1
    y.lerp_(w, 0.5)
    average[1:].detach().mul_(y[1:])
    return (w - average).exp(), average * 2


def averages_retyped(w: torch.Tensor, average: torch.Tensor) -> Any:
    average.view(torch.float16).mul_(w.repeat(1, 2).to(torch.float16))
    average.view(torch.float32).add_(w)
    average.view(torch.int32).add_(1)
    return (w - average).exp(), average * 2


def fills_all(w: torch.Tensor, x: torch.Tensor) -> Any:
    filled, zeroed, assigned, drawn, listed = w * 2, x * 3, w * 4, w * 5, [w * 6]
    filled.fill_(1.5)
    zeroed.zero_()
    assigned[:] = 2
    drawn.normal_()
    torch._foreach_zero_(listed)
    turned, part = (w * 7).t(), (w * 8)[1]
    turned.zero_()
    part.fill_(2)
    return filled, zeroed, zeroed + 1, assigned * 2, drawn, listed[0], turned * 2, part * 3


def reads_written_without_gradients(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    y = torch.ones(4)
    y[1:].add_(x[0, 1:])
    z = x * 1
    z.view(2, 6).t().mul_(3)
    with torch.no_grad():
        found = y.sum() + z.argmax()
    return y * z[1], found


def clears_in_inference_mode(x: torch.Tensor) -> torch.Tensor:
    y = x * 1
    y[0].mul_(2)
    with torch.inference_mode():
        seen = y.sum()
        with torch.inference_mode(False):
            y[1].mul_(x[2])
    return y + 0 * seen.clone()


TRAINING = {
    "inner writes": (inner_writes, lambda: (numbers(3, 4).requires_grad_(), (-numbers(3, 4)).requires_grad_())),
    "scales an input": (scales_input, of_leaf(lambda leaf: leaf * 2)),
    "clears an input": (clears_input, of_leaf(lambda leaf: leaf * 2)),
    "writes a part of an input": (writes_part_of_input, of_leaf(lambda leaf: leaf * 2)),
    "writes rows that fill a line": (writes_many_rows_of_input, of_leaf(lambda leaf: leaf.repeat(40, 1) * 2)),
    "writes a view of an input": (writes_part_of_input, of_leaf(lambda leaf: (leaf * 2).t().contiguous().t())),
    "without gradients, history": (writes_without_gradients, of_leaf(lambda leaf: leaf * 2)),
    "without gradients, leaf": (writes_without_gradients, of_leaf(lambda leaf: numbers(3, 4).requires_grad_())),
    "cache that had no history": (fills_cache, of_leaf(lambda leaf: numbers(3, 4))),
    "detached outputs": (detaches, of_leaf(lambda leaf: leaf * 2)),
    "what is filled keeps its history": (fills_all, of_leaf(lambda leaf: leaf * 2)),
    "detached average": (averages_detached, of_leaf(lambda leaf: numbers(3, 4))),
    "average seen as another dtype": (averages_retyped, of_leaf(lambda leaf: numbers(3, 4))),
    "read without gradients": (reads_written_without_gradients, of_leaf(lambda leaf: leaf * 2)),
    "read in inference mode": (clears_in_inference_mode, of_leaf(lambda leaf: leaf * 2)),
    "view of a history": (scales_input, of_leaf(lambda leaf: (leaf * 2)[:, :])),
}


@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
@pytest.mark.parametrize("name", TRAINING)
def test_gradients_are_those_of_eager_mode(name: str, inner: str) -> None:
    function, make = TRAINING[name]
    for dynamic in (False, True):
        torch._dynamo.reset()
        assert compare(function, make, backend=backend_with(inner=inner), dynamic=dynamic) == []


# ---- modules


class Counting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.norm = torch.nn.BatchNorm1d(4)
        self.register_buffer("seen", torch.zeros(3))
        self.register_buffer("last", torch.zeros(5, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen.add_(1)
        y = torch.nn.functional.dropout(torch.relu_(self.norm(self.linear(x))), 0.3, self.training)
        with torch.no_grad():
            self.last.copy_(y)
        return y


@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
@pytest.mark.parametrize("training", [True, False])
def test_module_state_and_random_numbers(training: bool, inner: str) -> None:
    torch.manual_seed(0)
    module = Counting().train(training)
    assert compare(module, lambda: (torch.randn(5, 4).requires_grad_(),), backend=backend_with(inner=inner), calls=3) == []


@pytest.mark.parametrize("kind", [torch.optim.SGD, torch.optim.Adam, torch.optim.RMSprop])
@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
def test_optimizer_steps(kind: type[torch.optim.Optimizer], inner: str) -> None:
    torch.manual_seed(0)
    modules = [torch.nn.Linear(3, 3)]
    modules.append(copy.deepcopy(modules[0]))
    options = {"lr": 0.1, "momentum": 0.9} if kind is torch.optim.SGD else {"lr": 0.1}
    optimizers = [kind(module.parameters(), **options) for module in modules]  # type: ignore[call-arg]
    # Dynamo itself rounds addcdiv_ in another way than eager mode.
    steps = [torch.compile(optimizers[0].step, backend="eager"), torch.compile(optimizers[1].step, backend=backend_with(inner=inner))]
    for _ in range(3):
        x = torch.randn(2, 3)
        for module, optimizer, step in zip(modules, optimizers, steps, strict=True):
            module(x).square().sum().backward()
            step()
            optimizer.zero_grad()
    for a, b in zip(modules[0].parameters(), modules[1].parameters(), strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=0)


def draws(x: torch.Tensor) -> Any:
    x.uniform_()
    y = torch.empty_like(x).normal_()
    y[1:].bernoulli_(0.5)
    return x + y, torch.nn.functional.dropout(x, 0.5, inplace=True), torch.rand(3)


def test_random_numbers() -> None:
    check(draws, lambda: (numbers(5, 7),))


# ---- sizes, modes, other inner backends


def test_one_graph_for_all_sizes() -> None:
    results: list[Result] = []
    compiled = torch.compile(returns_sized_view, backend=backend_with(on_rewrite=results.append), dynamic=True)
    for rows in (4, 7, 12, 5):
        x, y = numbers(rows, 6), numbers(rows, 6)
        for expected, got in zip(returns_sized_view(x), compiled(y), strict=True):
            assert torch.equal(expected, got) and got.untyped_storage()._cdata == y.untyped_storage()._cdata
    assert len(results) == 1


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_grad_modes(mode: Any) -> None:
    with mode():
        check(returns_view, lambda: (numbers(4, 6),))
        check(returns_inner_views, lambda: (numbers(4, 6),))


def test_grad_mode_changes_compile_anew() -> None:
    compiled = torch.compile(inner_writes, backend=backend_with())
    for enabled in (True, False, True):
        x, y = numbers(3, 4).requires_grad_(), numbers(3, 4)
        with torch.set_grad_enabled(enabled):
            assert compiled(x, y)[0].requires_grad == enabled


def test_an_inner_backend_of_ones_own() -> None:
    seen = []

    def inner(graph_module: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable[..., Any]:
        seen.append((graph_module, list(example_inputs)))
        return graph_module.forward

    check(returns_view, lambda: (numbers(4, 6),), inner=inner)
    assert len(seen) == 2
    assert not any(str(node.target).endswith("_") for graph, _ in seen for node in graph.graph.nodes if node.op == "call_method")


@pytest.mark.filterwarnings("ignore::outplace.CostWarning")
def test_symbolic_sizes_that_cannot_be_followed() -> None:
    results: list[Result] = []
    compiled = torch.compile(writes_two, backend=backend_with(on_rewrite=results.append), dynamic=True)

    def make(rows: int) -> Any:
        base = numbers(rows, 6)
        return base[1 : rows - 1], base[: rows - 2]

    for rows in (6, 8, 6, 9):
        old, new = make(rows), make(rows)
        expected, got = writes_two(*old), compiled(*new)
        assert all(map(torch.equal, (*old, *expected), (*new, *got)))
    assert len(results) == 3


@pytest.mark.filterwarnings("ignore::outplace.CostWarning")
def test_a_graph_break() -> None:
    def broken(x: torch.Tensor) -> Any:
        v = x[1:]
        v.add_(1)
        torch._dynamo.graph_break()
        v.mul_(2)
        x[0] = v[0]
        return v

    check(broken, lambda: (numbers(4, 6),))


@pytest.mark.parametrize("function", [returns_view, writes_two], ids=lambda function: function.__name__)
def test_inductor(function: Callable[..., Any]) -> None:
    make = (lambda: (numbers(4, 6),)) if function is returns_view else SHARED["contained"]
    assert compare(function, make, backend=backend_with(inner="inductor"), dynamic=False, strides=False) == []


# ---- refusals


def test_a_refusal_names_the_line() -> None:
    def forgets(w: torch.Tensor) -> Any:
        y = w * 2
        with torch.no_grad():
            y.mul_(3)
        return (y * y).sum()

    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as caught:
        torch.compile(forgets, backend=backend_with())(numbers(3).requires_grad_())
    error = caught.value.inner_exception
    assert isinstance(error, OutplaceError)
    assert "test_backend.py" in error.source_line and error.advice


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"form": "seed"}, ValueError, "no option 'form'"),
        ({"forms": "smallest"}, ValueError, "smallest"),
        ({"layout": "none"}, ValueError, "none"),
        ({"forms": "minimal"}, NotImplementedError, "minimal"),
    ],
)
def test_wrong_options(options: dict[str, Any], kind: type[Exception], words: str) -> None:
    graph = torch.fx.symbolic_trace(lambda x: x + 1)
    with pytest.raises(kind, match=words):
        outplace(graph, [numbers(3)], options=options)


def test_copied_inputs_share_memory_as_the_originals_do() -> None:
    base = numbers(4, 6)
    a, b, again = copy_inputs((base, base[1:3], base))
    assert a is again and a is not base
    assert b.untyped_storage()._cdata == a.untyped_storage()._cdata != base.untyped_storage()._cdata
    assert b.storage_offset() == 6 and torch.equal(b, base[1:3])
