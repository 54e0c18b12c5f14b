"""What a random graph may do at one node: makers of views, of fresh values and of writes, each a function of the program so far and a tensor in it."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.fx import Node

DTYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.uint8, torch.bool, torch.complex64]
METHOD, FUNCTION = "call_method", "call_function"


class Maker:
    """A program under construction: `call` adds a node, runs it and returns it, or raises what eager raises."""

    rng: random.Random
    tensors: list[Node]

    def call(self, kind: str, target: Any, *args: Any, **kwargs: Any) -> Node:
        raise NotImplementedError

    def value(self, node: Node) -> Any:
        raise NotImplementedError

    # ---- choices
    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def pick(self, items: Any) -> Any:
        return self.rng.choice(list(items))

    def dim(self, tensor: torch.Tensor) -> int:
        return self.rng.randrange(-tensor.ndim, tensor.ndim)

    def method(self, node: Node, name: str, *args: Any, **kwargs: Any) -> Node:
        return self.call(METHOD, name, node, *args, **kwargs)

    def function(self, target: Callable, *args: Any, **kwargs: Any) -> Node:
        return self.call(FUNCTION, target, *args, **kwargs)

    def scalar(self, dtype: torch.dtype) -> Any:
        if dtype == torch.bool:
            return self.chance(50)
        if dtype.is_floating_point or dtype.is_complex:
            return self.pick([0, 1, 2, -1, 0.5, -1.5, 2.25, 3])
        return self.pick([0, 1, 2, 3]) if dtype == torch.uint8 else self.pick([0, 1, 2, -1, 3])

    def constant(self, shape: tuple[int, ...] | list[int], dtype: torch.dtype) -> Node:
        """A fresh tensor with different elements."""
        count = math.prod(shape)
        if dtype == torch.bool:
            flat = self.function(torch.tensor, [self.chance(50) for _ in range(count)])
        else:
            flat = self.function(torch.arange, count, dtype=dtype)
        return self.method(flat, "view" if self.chance(50) else "reshape", tuple(shape))

    def indices(self, size: int, shape: tuple[int, ...] = (), distinct: bool = False) -> Node:
        """An index tensor into a dim of that size."""
        shape = shape or (self.rng.randrange(0, 4),)
        count = math.prod(shape)
        values = self.rng.sample(range(size), count) if distinct else [self.rng.randrange(size) for _ in range(count)]
        values = [v - size if not distinct and self.chance(15) else v for v in values]
        flat = self.function(torch.tensor, values, dtype=torch.int64)
        return flat if len(shape) == 1 else self.method(flat, "view", shape)

    def mask(self, shape: tuple[int, ...]) -> Node:
        shaped = [n for n in self.tensors if self.value(n).dtype == torch.bool and self.value(n).shape == torch.Size(shape)]
        if shaped and self.chance(60):
            return self.pick(shaped)
        like = [n for n in self.tensors if self.value(n).shape == torch.Size(shape) and not self.value(n).is_complex()]
        if like and self.chance(60):
            return self.method(self.pick(like), self.pick(["gt", "le", "ne"]), 1)
        return self.constant(shape, torch.bool)

    def operand(self, like: torch.Tensor, dtypes: Callable[[torch.dtype], bool] | None = None) -> Node:
        """A tensor that broadcasts to the shape of `like`, from the program if there is one."""
        fits = dtypes or (lambda d: torch.can_cast(torch.promote_types(d, like.dtype), like.dtype))
        found = [n for n in self.tensors if fits(self.value(n).dtype) and broadcasts(self.value(n).shape, like.shape)]
        if found and self.chance(75):
            return self.pick(found)
        shape = [1 if self.chance(20) else s for s in like.shape][self.rng.choice([0, 0, 0, 1]) :]
        return self.constant(shape, self.pick([d for d in DTYPES if fits(d)]))


def broadcasts(shape: torch.Size, target: torch.Size) -> bool:
    return len(shape) <= len(target) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(target)))


Op = Callable[[Maker, Node, torch.Tensor], Any]
VIEWS: list[tuple[int, Op]] = []
FRESH: list[tuple[int, Op]] = []
WRITES: list[tuple[int, Op]] = []


def op(group: list[tuple[int, Op]], weight: int = 4) -> Callable[[Op], Op]:
    def register(function: Op) -> Op:
        group.append((weight, function))
        return function

    return register


# ---- indices


def bound(m: Maker, size: int) -> int | None:
    return None if m.chance(30) else m.rng.randrange(-size - 1, size + 3)


def slice_of(m: Maker, size: int) -> slice:
    if m.chance(25):
        return slice(None)
    if size and m.chance(55):  # not empty
        start = m.rng.randrange(size)
        stop = m.rng.randrange(start + 1, size + 2)
        return slice(start - size if m.chance(20) else start, stop, m.pick([None, None, None, 1, 2]))
    return slice(bound(m, size), bound(m, size), m.pick([None, None, None, 1, 2, 3]))


def basic_index(m: Maker, shape: torch.Size) -> Any:
    """Ints, slices, None and Ellipsis."""
    entries: list[Any] = []
    last = m.rng.randrange(1, len(shape) + 1) if shape else 0
    for size in shape[:last]:
        if m.chance(10):
            entries.append(None)
        entries.append(m.rng.randrange(-size, size) if size and m.chance(40) else slice_of(m, size))
    if m.chance(15):
        at = m.rng.randrange(len(entries) + 1)
        entries[at:] = [Ellipsis, *entries[at:]] if last == len(shape) else [Ellipsis]
    if m.chance(8):
        entries.append(None)
    return entries[0] if len(entries) == 1 and m.chance(70) else tuple(entries)


def advanced_index(m: Maker, shape: torch.Size) -> Any:
    """Masks, lists and index tensors, alone or with other entries."""
    if m.chance(35) and shape:
        rank = m.rng.randrange(1, len(shape) + 1)
        mask = m.mask(tuple(shape[:rank]))
        return mask if m.chance(80) else (mask, *([slice_of(m, shape[rank])] if rank < len(shape) else [Ellipsis]))
    entries: list[Any] = []
    count = m.pick([(), (1,), (2,), (3,), (2, 2), (2, 1)])
    for size in shape[: m.rng.randrange(1, len(shape) + 1)] if shape else []:
        kind = m.rng.randrange(10)
        if kind < 5 and size:
            if count == () and m.chance(50):
                entries.append(m.rng.randrange(size))
            else:
                entries.append(m.indices(size, count or (2,)))
        elif kind == 5 and size:
            entries.append([m.rng.randrange(size) for _ in range(m.rng.randrange(1, 4))])
        elif kind == 6 and size:
            entries.append(m.mask((size,)))
        elif kind == 7 and size:
            entries.append(m.rng.randrange(-size, size))
        else:
            entries.append(slice_of(m, size))
    if m.chance(10):
        entries.insert(m.rng.randrange(len(entries) + 1), None)
    if m.chance(8):
        entries.append(Ellipsis)
    return entries[0] if len(entries) == 1 else tuple(entries)


def resolve_index(m: Maker, index: Any) -> Any:
    return torch.fx.node.map_aggregate(index, lambda a: m.value(a) if isinstance(a, Node) else a)


# ---- views


@op(VIEWS, 14)
def getitem(m: Maker, node: Node, t: torch.Tensor) -> Any:
    m.function(operator.getitem, node, basic_index(m, t.shape))


@op(VIEWS, 6)
def select_or_narrow(m: Maker, node: Node, t: torch.Tensor) -> Any:
    d = m.dim(t)
    size = t.shape[d]
    if m.chance(60):
        return m.method(node, "select", d, m.rng.randrange(-size, size))
    start = m.rng.randrange(size)
    return m.method(node, "narrow", d, start, m.rng.randrange(0 if m.chance(10) else 1, size - start + 1))


@op(VIEWS, 10)
def permute(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(7)
    order = m.rng.sample(range(t.ndim), t.ndim)
    if kind == 0:
        return m.method(node, "permute", *[d - t.ndim if m.chance(20) else d for d in order])
    if kind == 1:
        return m.method(node, "t")
    if kind == 2:
        return m.function(getattr, node, m.pick(["T", "mT", "H", "mH"]) if t.ndim == 2 else "mT")
    if kind == 3:
        return m.method(node, "movedim", m.dim(t), m.dim(t))
    if kind == 4:
        return m.function(torch.permute, node, order)
    return m.method(node, m.pick(["transpose", "swapaxes", "swapdims"]), m.dim(t), m.dim(t))


def factorised(m: Maker, count: int) -> list[int]:
    sizes = []
    while count > 1 and len(sizes) < 3:
        factor = m.pick([f for f in range(1, count + 1) if count % f == 0])
        sizes.append(factor)
        count //= factor
    sizes.append(count)
    if sizes and 0 not in sizes and m.chance(40):
        sizes[m.rng.randrange(len(sizes))] = -1
    return sizes


@op(VIEWS, 12)
def reshape(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(8)
    if kind < 2:
        return m.method(node, "view", *factorised(m, t.numel()))
    if kind < 4:
        return m.method(node, "reshape", factorised(m, t.numel()))
    if kind == 4:
        return m.method(node, "flatten", *sorted(m.rng.sample(range(t.ndim), min(t.ndim, 2)))) if t.ndim > 1 and m.chance(60) else m.method(node, "flatten")
    if kind == 5:
        d = m.dim(t)
        return m.method(node, "unflatten", d, factorised(m, t.shape[d]))
    if kind == 6:
        return m.method(node, "ravel")
    other = m.pick([n for n in m.tensors if m.value(n).numel() == t.numel()])
    return m.method(node, m.pick(["view_as", "reshape_as"]), other)


@op(VIEWS, 6)
def squeeze(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(4)
    if kind == 0:
        return m.method(node, "squeeze")
    if kind == 1:
        return m.method(node, "squeeze", m.dim(t) if m.chance(60) else tuple(m.rng.sample(range(t.ndim), 2)))
    return m.method(node, "unsqueeze", m.rng.randrange(-t.ndim - 1, t.ndim + 1))


@op(VIEWS, 4)
def expand(m: Maker, node: Node, t: torch.Tensor) -> Any:
    sizes = [m.rng.randrange(1, 4) if s == 1 else m.pick([s, -1]) for s in t.shape]
    if m.chance(50):
        sizes.insert(0, m.rng.randrange(1, 4))
    if m.chance(20):
        return m.method(node, "expand_as", m.pick([n for n in m.tensors if broadcasts(t.shape, m.value(n).shape)]))
    return m.method(node, "expand", sizes) if m.chance(50) else m.method(node, "expand", *sizes)


@op(VIEWS, 4)
def diagonal(m: Maker, node: Node, t: torch.Tensor) -> Any:
    dims = m.rng.sample(range(t.ndim), 2)
    return m.method(node, "diagonal", m.rng.randrange(-2, 3), *dims) if m.chance(70) else m.method(node, "diagonal")


@op(VIEWS, 3)
def unfold(m: Maker, node: Node, t: torch.Tensor) -> Any:
    d = m.dim(t)
    size = m.rng.randrange(1, t.shape[d] + 1)
    return m.method(node, "unfold", d, size, size + m.rng.randrange(2) if m.chance(80) else m.rng.randrange(1, 4))


@op(VIEWS, 2)
def as_strided(m: Maker, node: Node, t: torch.Tensor) -> Any:
    room = t.untyped_storage().nbytes() // t.itemsize
    rank = m.rng.randrange(1, 3)
    sizes, strides, reach = [], [], 1
    for _ in range(rank):
        sizes.insert(0, m.rng.randrange(1, 4))
        strides.insert(0, reach * m.rng.randrange(1, 3))
        reach = strides[0] * sizes[0]
    last = sum((s - 1) * r for s, r in zip(sizes, strides))
    offset = m.rng.randrange(room - last)
    if t.numel() < room and m.chance(80):  # mostly inside of the tensor
        offset = t.storage_offset()
    return m.method(node, "as_strided", sizes, strides, offset) if m.chance(80) else m.method(node, "as_strided", sizes, strides)


@op(VIEWS, 12)
def several(m: Maker, node: Node, t: torch.Tensor) -> Any:
    d = m.dim(t)
    size = t.shape[d]
    kind = m.rng.randrange(7)
    if kind == 0:
        parts = m.method(node, "split", m.rng.randrange(1, size + 2), d)
    elif kind == 1:
        cut = m.rng.randrange(size + 1)
        parts = m.method(node, m.pick(["split", "split_with_sizes"]), [cut, size - cut], d)
    elif kind == 2:
        parts = m.method(node, "chunk", m.rng.randrange(1, 5), d)
    elif kind == 3:
        parts = m.method(node, "unbind", d)
    elif kind == 4:
        parts = m.method(node, "tensor_split", m.rng.randrange(1, 5), d)
    elif kind == 5:
        parts = m.method(node, "tensor_split", sorted(m.rng.randrange(-1, size + 2) for _ in range(2)), d)
    else:
        parts = m.function(torch.unbind, node) if m.chance(50) else m.method(node, m.pick(["hsplit", "vsplit"]), m.pick([1, 2]))
    count = len(m.value(parts))
    for i in m.rng.sample(range(count), min(count, m.rng.randrange(1, 4))):
        m.function(operator.getitem, parts, i - count if m.chance(10) else i)
    return parts


@op(VIEWS, 4)
def other_dtype(m: Maker, node: Node, t: torch.Tensor) -> Any:
    if t.dtype.is_complex:
        kind = m.rng.randrange(5)
        if kind == 0:
            return m.function(torch.view_as_real, node)
        if kind < 3:
            return m.function(getattr, node, m.pick(["real", "imag"]))
        return m.method(node, "conj") if kind == 3 else m.function(torch.conj, node)
    if t.dtype == torch.float32 and t.ndim and t.shape[-1] == 2 and m.chance(70):
        return m.function(torch.view_as_complex, node)
    names = {torch.float32: [torch.int32, torch.uint8], torch.int32: [torch.float16], torch.bool: [torch.bool], torch.uint8: [torch.int8, torch.float16], torch.int64: [torch.int32, torch.uint8]}
    return m.method(node, "view", m.pick(names.get(t.dtype, [torch.uint8, t.dtype])))


@op(VIEWS, 10)
def same(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(12)
    if kind < 2:
        return m.method(node, "detach")
    if kind < 4:
        return m.method(node, "contiguous")
    if kind == 4:
        return m.method(node, "to", t.dtype)
    if kind == 5:
        return m.function(F.dropout, node, 0.5, False) if m.chance(50) else m.function(F.dropout, node, p=0.3, training=False)
    if kind == 6:
        return m.method(node, "cpu") if m.chance(50) else m.method(node, "type_as", node)
    if kind == 7:
        return m.function(torch.ops.aten.alias.default, node)
    if kind == 8:
        return m.function(torch.atleast_1d if m.chance(50) else torch.atleast_2d, node)
    if kind == 9:
        return m.function(getattr, node, m.pick(["data", "real"]))
    if kind == 10:
        return m.method(node, m.pick(["resolve_conj", "conj", "positive"]))
    return m.function(operator.getitem, node, m.pick([slice(None), Ellipsis, None, (Ellipsis, None), (slice(None), None)]))


# ---- fresh values


@op(FRESH, 6)
def unary(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(8)
    if kind == 0:
        return m.method(node, "clone")
    if kind == 1:
        return m.function(operator.mul, node, m.scalar(t.dtype))
    if kind == 2:
        return m.method(node, "sum", m.dim(t)) if t.ndim and m.chance(60) else m.method(node, "sum")
    if kind == 3:
        return m.method(node, "to", m.pick([torch.float32, torch.int64, torch.float64]))
    if kind == 4:
        return m.function(operator.gt, node, 1)
    if kind == 5:
        return m.method(node, "flip", m.dim(t))
    if kind == 6:
        return m.function(torch.zeros_like if m.chance(50) else torch.ones_like, node)
    return m.method(node, "cumsum", m.dim(t))


@op(FRESH, 5)
def binary(m: Maker, node: Node, t: torch.Tensor) -> Any:
    other = m.operand(t, lambda d: True)
    return m.function(m.pick([operator.add, operator.sub, torch.mul, torch.eq]), node, other)


@op(FRESH, 3)
def gathered(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(4)
    if kind == 0:
        return m.function(operator.getitem, node, advanced_index(m, t.shape))
    if kind == 1:
        return m.function(torch.cat, [node, node], m.dim(t))
    if kind == 2:
        d = m.dim(t)
        return m.method(node, "index_select", d, m.indices(t.shape[d]))
    return m.function(torch.stack, [node, node])


# ---- writes


@op(WRITES, 16)
def arithmetic(m: Maker, node: Node, t: torch.Tensor) -> Any:
    name = m.pick(["add", "add", "mul", "sub", "div"]) if t.dtype.is_floating_point else m.pick(["add", "add", "mul", "sub"])
    other: Any = m.scalar(t.dtype) if m.chance(40) else m.operand(t)
    kind = m.rng.randrange(10)
    if kind < 5:
        extra = {"alpha": 2} if name in ("add", "sub") and m.chance(10) else {}
        return m.method(node, name + "_", other, **extra)
    if kind < 8:
        return m.function(getattr(operator, {"add": "iadd", "mul": "imul", "sub": "isub", "div": "itruediv"}[name]), node, other)
    return m.function(getattr(getattr(torch.ops.aten, name + "_"), "Tensor"), node, other)


@op(WRITES, 8)
def copy(m: Maker, node: Node, t: torch.Tensor) -> Any:
    source: Any = m.operand(t, lambda d: t.is_complex() or not d.is_complex)
    return m.function(torch.ops.aten.copy_.default, node, source) if m.chance(20) else m.method(node, "copy_", source)


@op(WRITES, 5)
def fill(m: Maker, node: Node, t: torch.Tensor) -> Any:
    if m.chance(40):
        return m.method(node, "zero_")
    value = m.operand(torch.empty((), dtype=t.dtype)) if m.chance(20) else m.scalar(t.dtype)
    return m.function(torch.fill_, node, value) if m.chance(20) else m.method(node, "fill_", value)


@op(WRITES, 6)
def pointwise(m: Maker, node: Node, t: torch.Tensor) -> Any:
    kind = m.rng.randrange(12)
    if kind == 0:
        return m.method(node, "clamp_", m.pick([-1, 0, None]), m.pick([1, 2]))
    if kind == 1:
        return m.method(node, m.pick(["ge_", "lt_", "eq_"]), 1 if m.chance(50) else m.operand(t, lambda d: not d.is_complex))
    if kind == 2:
        return m.method(node, "cumsum_", m.dim(t))
    if kind == 3:
        return m.method(node, "fill_diagonal_", m.scalar(t.dtype), *([True] if m.chance(30) else []))
    if kind == 4:
        return m.method(node, m.pick(["neg_", "abs_", "logical_not_", "floor_"]))
    if kind == 5:
        return m.method(node, m.pick(["tril_", "triu_"]), m.rng.randrange(-1, 2))
    if kind == 6:
        return m.function(F.relu, node, inplace=True) if m.chance(50) else m.function(torch.relu_, node)
    if kind == 7:
        return m.method(node, m.pick(["bitwise_and_", "bitwise_or_", "bitwise_xor_"]), m.operand(t))
    if kind == 8:
        return m.method(node, "addcmul_", m.operand(t, lambda d: d == t.dtype), m.operand(t, lambda d: d == t.dtype), value=2)
    if kind == 9:
        return m.method(node, "lerp_", m.operand(t, lambda d: d == t.dtype), 0.25)
    if kind == 10:
        return m.method(node, m.pick(["remainder_", "floor_divide_", "fmod_"]), m.pick([2, 3]))
    return m.method(node, m.pick(["maximum", "sqrt_", "sign_", "pow_"]), *([2] if m.chance(50) else []))


@op(WRITES, 5)
def masked(m: Maker, node: Node, t: torch.Tensor) -> Any:
    shape = t.shape if m.chance(60) else [1 if m.chance(30) else s for s in t.shape][m.rng.choice([0, 0, 1]) :]
    mask = m.mask(tuple(shape))
    if m.chance(15):
        return m.method(node, "masked_scatter_", mask, m.constant((t.numel(),), t.dtype))
    value = m.scalar(t.dtype) if m.chance(70) else m.operand(torch.empty((), dtype=t.dtype))
    return m.method(node, "masked_fill_", mask, value)


@op(WRITES, 6)
def index_dim(m: Maker, node: Node, t: torch.Tensor) -> Any:
    d = m.dim(t)
    size = t.shape[d]
    if m.chance(25):
        return m.method(node, "index_fill_", d, m.indices(size), m.scalar(t.dtype))
    count = m.rng.randrange(0 if m.chance(10) else 1, size + 1)
    shape = list(t.shape)
    shape[d] = count
    source = m.operand(torch.empty(shape, dtype=t.dtype), lambda dtype: dtype == t.dtype)
    name = m.pick(["index_add_", "index_copy_"])
    extra = {"alpha": 2} if name == "index_add_" and m.chance(20) else {}
    index = m.indices(size, (count,), distinct=name == "index_copy_")
    return m.method(node, name, d, index, source, **extra)


@op(WRITES, 5)
def scatter(m: Maker, node: Node, t: torch.Tensor) -> Any:
    d = m.rng.randrange(t.ndim)
    shape = [m.rng.randrange(1, s + 1) for s in t.shape]
    kind = m.rng.randrange(4)
    if kind in (0, 1):  # several to one place would leave the order open
        shape[d] = 1
    index = m.indices(t.shape[d], tuple(shape))
    if kind == 0:
        return m.method(node, "scatter_", d, index, m.scalar(t.dtype))
    source = m.operand(torch.empty(shape, dtype=t.dtype), lambda dtype: dtype == t.dtype)
    if m.value(source).shape != torch.Size(shape):
        source = m.method(source, "expand", shape)
    if kind == 1:
        return m.method(node, "scatter_", d, index, source)
    if kind == 2:
        return m.method(node, "scatter_add_", d, index, source)
    return m.method(node, "scatter_reduce_", d, index, source, m.pick(["sum", "amax", "amin"]))


@op(WRITES, 4)
def index_put(m: Maker, node: Node, t: torch.Tensor) -> Any:
    index = advanced_index(m, t.shape)
    entries = [e for e in (index if isinstance(index, tuple) else (index,)) if isinstance(e, Node)]
    region = t[tuple(m.value(e) for e in entries)]
    value = m.operand(region, lambda d: d == t.dtype)
    name = m.pick(["method", "torch", "aten"])
    extra = [True] if m.chance(30) else []
    if name == "method":
        return m.method(node, "index_put_", tuple(entries), value, *extra)
    return m.function(torch.index_put_ if name == "torch" else torch.ops.aten.index_put_.default, node, entries, value, *extra)


@op(WRITES, 24)
def setitem(m: Maker, node: Node, t: torch.Tensor) -> Any:
    basic = m.chance(60)
    index = basic_index(m, t.shape) if basic else advanced_index(m, t.shape)
    region = t[resolve_index(m, index)]
    if m.chance(35):
        value = m.scalar(t.dtype)
    else:
        value = m.operand(region, (lambda d: t.is_complex() or not d.is_complex) if basic else (lambda d: d == t.dtype))
        if m.chance(10):
            value = m.function(operator.getitem, value, None)
    return m.function(operator.setitem, node, index, value)


@op(WRITES, 4)
def out_argument(m: Maker, node: Node, t: torch.Tensor) -> Any:
    a = m.operand(t)
    if m.value(a).shape != t.shape:
        a = m.method(a, "expand", tuple(t.shape))
    if m.chance(60):
        return m.function(m.pick([torch.add, torch.mul, torch.sub]), a, m.scalar(t.dtype), out=node)
    if m.chance(40):
        return m.function(m.pick([torch.neg, torch.abs, torch.clone]), a, out=node)
    return m.function(torch.where, m.mask(tuple(t.shape)), a, m.operand(t), out=node) if m.chance(50) else m.function(torch.cumsum, a, m.dim(t), out=node)


@op(WRITES, 5)
def foreach(m: Maker, node: Node, t: torch.Tensor) -> Any:
    alike = [n for n in m.tensors if m.value(n).dtype == t.dtype]
    items = [node, *(m.pick(alike) for _ in range(m.rng.randrange(0, 3)))]
    kind = m.rng.randrange(5)
    if kind == 0:
        return m.function(torch._foreach_mul_, items, m.scalar(t.dtype))
    if kind == 1:
        return m.function(torch._foreach_zero_, items)
    others = [m.operand(m.value(n), lambda d: d == t.dtype) for n in items]
    if kind == 2:
        return m.function(torch._foreach_copy_, items, others)
    if kind == 3:
        return m.function(torch._foreach_add_, items, [m.scalar(t.dtype) for _ in items])
    return m.function(torch._foreach_add_, items, others)


@op(WRITES, 4)
def metadata(m: Maker, node: Node, t: torch.Tensor) -> Any:
    """Not a write: the object moves to another place."""
    if any(m.value(n) is t for n in m.tensors if n.op == "placeholder"):
        raise RuntimeError("the shape of an input stays")
    kind = m.rng.randrange(4)
    if kind == 0:
        return m.method(node, "t_")
    if kind == 1:
        return m.method(node, "unsqueeze_", m.rng.randrange(-t.ndim - 1, t.ndim + 1))
    if kind == 2 and m.chance(30):  # what it was before cannot be told from the annotation: refused for some tensors
        return m.method(node, "squeeze_", *([m.dim(t)] if t.ndim and m.chance(50) else []))
    return m.method(node, "transpose_", m.dim(t), m.dim(t))
