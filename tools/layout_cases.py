"""Prints the layouts that torch gives to random views and elementwise results, as the tables of src/ops/*_cases_test.cpp.

usage: layout_cases.py views|elementwise COUNT [SEED]
"""

import random
import sys

import torch

DTYPES = ["float32", "int16", "uint8", "complex64", "float64"]


def numbers(values):
    return ",".join(str(v) for v in values) or "-"


def layout(x):
    return f"{numbers(x.shape)} {numbers(x.stride())} {x.storage_offset()}"


def random_base(rng, max_rank=4, sizes=(1, 1, 2, 2, 3, 4, 5, 6), empty=0.05, gaps=0.4, dtype="float32"):
    rank = rng.randint(0, max_rank)
    shape = [rng.choice(sizes) for _ in range(rank)]
    if rank and rng.random() < empty:
        shape[rng.randrange(rank)] = 0
    order = list(range(rank))
    if rng.random() < 0.5:
        rng.shuffle(order)
    strides = [0] * rank
    step = rng.choice([1, 1, 1, 2]) if rng.random() < gaps else 1
    for d in reversed(order):
        strides[d] = step
        step *= max(1, shape[d]) + (rng.choice([0, 0, 1, 3]) if rng.random() < gaps else 0)
    offset = rng.choice([0, 0, 0, 1, 4, 8])
    storage = torch.zeros(step * 8 + 64, dtype=getattr(torch, dtype))
    return storage.as_strided(shape, strides, offset)


def bound(rng, n):
    return rng.choice([None, None] + list(range(-n - 2, n + 4)))


def factorings(rng, count):
    out = []
    while count > 1 and rng.random() < 0.8:
        divisor = rng.choice([d for d in range(1, count + 1) if count % d == 0])
        out.append(divisor)
        count //= divisor
    out.append(count)
    rng.shuffle(out)
    for _ in range(rng.choice([0, 0, 0, 1])):
        out.insert(rng.randint(0, len(out)), 1)
    if rng.random() < 0.3:
        out[rng.randrange(len(out))] = -1
    return out


def merged(rng, shape):
    out = list(shape)
    for _ in range(rng.randint(1, 2)):
        if len(out) > 1:
            i = rng.randrange(len(out) - 1)
            out[i : i + 2] = [out[i] * out[i + 1]]
    return out


def random_step(rng, x):
    """The text of a step and what it does, or None if it does not go with x."""
    r = x.dim()
    kind = rng.choice(["select", "slice", "slice", "slice", "permute", "transpose", "movedim", "view", "view", "view", "unsqueeze", "squeeze", "expand", "diagonal", "unfold", "dtype", "real", "complex"])
    d = rng.randint(-r, r - 1) if r else 0
    if kind == "select" and r:
        i = rng.randint(-x.shape[d] - 1, x.shape[d])
        return f"select {d} {i}", lambda: x.select(d, i)
    if kind == "slice" and r:
        a, b, c = bound(rng, x.shape[d]), bound(rng, x.shape[d]), rng.choice([1, 1, 2, 3])
        index = [slice(None)] * (d % r) + [slice(a, b, c)]
        text = f"slice {d} {'_' if a is None else a} {'_' if b is None else b} {c}"
        return text, lambda: x[tuple(index)]
    if kind == "permute" and r:
        dims = [p - rng.choice([0, r]) for p in rng.sample(range(r), r)]
        return f"permute {numbers(dims)}", lambda: x.permute(dims)
    if kind == "transpose":
        a, b = (rng.randint(-r, r - 1), rng.randint(-r, r - 1)) if r else (0, -1)
        return f"transpose {a} {b}", lambda: x.transpose(a, b)
    if kind == "movedim" and r:
        n = rng.randint(1, r)
        a, b = rng.sample(range(r), n), [p - rng.choice([0, r]) for p in rng.sample(range(r), n)]
        return f"movedim {numbers(a)} {numbers(b)}", lambda: x.movedim(a, b)
    if kind == "view":
        shape = merged(rng, x.shape) if rng.random() < 0.5 and r > 1 else factorings(rng, x.numel())
        return f"view {numbers(shape)}", lambda: x.view(shape)
    if kind == "unsqueeze":
        p = rng.randint(-r - 1, r)
        return f"unsqueeze {p}", lambda: x.unsqueeze(p)
    if kind == "squeeze":
        if rng.random() < 0.4:
            return "squeeze all", lambda: x.squeeze()
        dims = [p - rng.choice([0, r]) for p in rng.sample(range(r), rng.randint(0, r))]
        return f"squeeze {numbers(dims)}", lambda: x.squeeze(dims)
    if kind == "expand":
        shape = [rng.choice([-1, n]) if n != 1 else rng.choice([-1, 1, 3]) for n in x.shape]
        shape = [rng.choice([1, 2]) for _ in range(rng.choice([0, 0, 1, 2]))] + shape
        return f"expand {numbers(shape)}", lambda: x.expand(shape)
    if kind == "diagonal" and r > 1:
        a, b = rng.sample(range(r), 2)
        k, b = rng.randint(-3, 3), b - rng.choice([0, r])
        return f"diagonal {k} {a} {b}", lambda: x.diagonal(k, a, b)
    if kind == "unfold":
        n = x.shape[d] if r else 1
        size, step = rng.randint(0, n), rng.randint(1, 3)
        return f"unfold {d} {size} {step}", lambda: x.unfold(d, size, step)
    if kind == "dtype":
        name = rng.choice(DTYPES)
        return f"dtype {name}", lambda: x.view(getattr(torch, name))
    if kind == "real" and x.is_complex():
        return "real", lambda: torch.view_as_real(x)
    if kind == "complex" and x.is_floating_point():
        return "complex", lambda: torch.view_as_complex(x)
    return None


def view_case(rng):
    dtype = rng.choice(["float32"] * 4 + DTYPES)
    x = random_base(rng, dtype=dtype)
    texts, before = [], f"{dtype} {layout(x)}"
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        step = random_step(rng, x)
        if step is None:
            return None
        texts.append(step[0])
        try:
            x = step[1]()
        except (RuntimeError, IndexError):
            return f"{before} | {'; '.join(texts)} | refused"
    return f"{before} | {'; '.join(texts)} | {str(x.dtype)[6:]} {layout(x)}"


def elementwise_case(rng):
    shape = [rng.choice([1, 2, 2, 3, 4]) for _ in range(rng.randint(0, 4))]
    if shape and rng.random() < 0.04:
        shape[rng.randrange(len(shape))] = 0
    count = rng.choice([1, 2, 2, 3])
    operands = []
    for _ in range(count):
        cut = rng.choice([0, 0, 0, 1])
        own = [1 if rng.random() < 0.12 else n for n in shape[cut:]]
        order = list(range(len(own)))
        if rng.random() < 0.6:
            rng.shuffle(order)
        strides, step = [0] * len(own), rng.choice([1, 1, 1, 2])
        for d in reversed(order):
            strides[d] = 0 if own[d] > 1 and rng.random() < 0.06 else step
            step *= max(1, own[d]) + (rng.choice([1, 2]) if rng.random() < 0.12 else 0)
        if rng.random() < 0.5 and operands and operands[-1].dim() == len(own):
            strides = list(operands[-1].stride())
        span = 1 + sum(max(0, n - 1) * s for n, s in zip(own, strides))
        operands.append(torch.zeros(span).as_strided(own, strides))
    if count == 1:
        op = rng.choice(["clone", "neg"])
        out = operands[0].clone() if op == "clone" else -operands[0]
    elif count == 2:
        op, out = "add", operands[0] + operands[1]
    else:
        mask = torch.zeros(operands[0].untyped_storage().size(), dtype=torch.bool).as_strided(operands[0].shape, operands[0].stride())
        op, out = "where", torch.where(mask, operands[1], operands[2])
    texts = [f"{numbers(x.shape)} {numbers(x.stride())}" for x in operands]
    return f"{op} | {'; '.join(texts)} | {numbers(out.shape)} {numbers(out.stride())}"


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    make = {"views": view_case, "elementwise": elementwise_case}[kind]
    seen = set()
    while len(seen) < count:
        line = make(rng)
        if line and line not in seen:
            seen.add(line)
            print(line)


main()
