"""Programs whose result hangs on how tensors lie in memory: lazy bits, memory formats, dims of size 1, views that can fail."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from graph_harness import flatten, load_module, same_strides
from random_graphs import PASSES, same_content

# Inputs are x0, x1, ... of the layouts that are listed; each line is a statement of the graph, the last one what is returned.
COMPLEX = [("complex64", (2, 4), (4, 1)), ("complex64", (2, 4), (1, 2)), ("complex64", (2, 4), (16, 2)), ("complex64", (2, 1), (1, 2))]
SINGLE = [("float32", (2, 1), (1, 2)), ("float32", (2, 1), (1, 1)), ("float32", (2, 1), (7, 3)), ("float32", (1, 2, 1), (1, 1, 2))]
IMAGES = [
    ("float32", (2, 3, 4, 5), (60, 20, 5, 1)),
    ("float32", (2, 3, 4, 5), (60, 1, 15, 3)),
    ("float32", (2, 3, 4, 5), (4, 8, 1, 24)),
    ("float32", (2, 1, 4, 5), (20, 1, 5, 1)),
    ("float32", (2, 1, 4, 5), (20, 7, 5, 1)),
]
SQUARE = [("float32", (4, 4), (4, 1)), ("float32", (4, 4), (1, 4)), ("float32", (4, 4), (32, 2))]

PROGRAMS: dict[str, tuple[list[Any], str]] = {
    "parts of a conjugate": (COMPLEX, "v = x0.conj(); a = v.add_(0.5); r = a.real; w = r.add_(0.5); i = a.imag; u = i.mul_(2); return (w, u)"),
    "a real view of what was written through a conjugate": (COMPLEX, "v = x0.conj(); a = v.mul_(2j); r = torch.view_as_real(x0); w = r.add_(1); return (r, a)"),
    "bytes of what was written through a conjugate": (COMPLEX[:1], "v = x0.conj(); a = v.add_(1); r = x0.view(torch.float32); return (r,)"),
    "a conjugate that is conjugated again": (COMPLEX, "v = x0.conj(); s = v.select(0, 1); c = s.conj(); a = c.add_(1j); r = torch.view_as_real(c); return (r, v)"),
    "a scatter into a conjugate": (COMPLEX, "v = x0.conj(); s = v.select(1, 0); a = s.add_(0.5); b = v.mul(2); return (v, b)"),
    "a scatter into a negation": (COMPLEX, "v = torch._neg_view(x0); s = v.select(1, 0); a = s.add_(0.5); b = v.mul(2); return (v, b)"),
    "an index into a conjugate": (COMPLEX, "v = x0.conj(); v[[0]] = 3; r = x0.imag; w = r.add_(1); return (v, w)"),
    "a conjugate in a new dim": (COMPLEX, "v = x0.conj(); y = x0.mul(2); y[None] = v; r = torch.view_as_real(y); return (r,)"),
    "a masked conjugate": (COMPLEX, "v = x0.conj(); n = v.abs(); m = n > 1; v[m] = 0; r = torch.view_as_real(x0); return (v, r)"),
    "a conjugate that is returned": (COMPLEX, "v = x0.conj(); a = v.add_(1); return (x0, v)"),
    "bytes of the transposed": (SINGLE[:2], "t = x0.mT; a = t.add_(1); u = a.unbind(0); g = u[0]; b = g.view(torch.uint8); return (b,)"),
    "bytes of a column": (SINGLE, "q = x0.squeeze(-1); s = q.unsqueeze(-1); a = s.add_(1); b = s.view(torch.uint8); return (b,)"),
    "bytes of a copy of a column": (SINGLE, "s = x0.add_(1); k = s.clone(); q = k.squeeze(-1); c = q.unsqueeze(-1); b = c.view(torch.uint8); w = b.add_(1); return (c,)"),
    "bytes of the same shape again": (SINGLE[1:2], "s = x0.view(2, 1); a = s.add_(1); b = s.view(torch.uint8); return (b,)"),
    "wider elements of single rows": ([("uint8", (1, 8), (3, 1)), ("uint8", (1, 8), (8, 1))], "y = x0.add(1); a = y.mul_(2); b = y.view(torch.int32); w = b.add_(1); return (y, b)"),
    "to bytes without layout": (SQUARE, "t = x0.t(); a = t.cumsum_(0); y = x0.add_(1); k = y.clone(); c = k.contiguous(); b = c.view(torch.uint8); return (b,)"),
    "complex numbers without layout": (SQUARE, "t = x0.t(); a = t.cumsum_(0); k = x0.add(1); d = k.reshape(4, 2, 2); y = d.contiguous(); b = torch.view_as_complex(y); return (b,)"),
    "unflatten without layout": (SQUARE, "t = x0.t(); a = t.cumsum_(0); k = x0.add(1); y = k.contiguous(); f = y.unflatten(1, (2, 2)); w = f.mul_(2); return (f, y)"),
    "a strided view without layout": (SQUARE, "t = x0.t(); a = t.cumsum_(0); k = x0.add(1); y = k.contiguous(); f = y.as_strided((3, 2), (5, 2)); w = f.mul_(2); return (f, y)"),
    "a view by its full name": (SQUARE, "t = x0.t(); a = t.cumsum_(0); k = x0.add(1); y = k.contiguous(); f = torch.ops.aten.view.default(y, [2, 8]); return (f,)"),
    "out= of sorted values": (SQUARE, "t = x0.t(); y = torch.zeros(4, 4); i = torch.zeros(4, 4, dtype = torch.int64); s = torch.sort(t, 0, out = (y, i)); return (y, i)"),
    "out= of flipped values": (SQUARE, "t = x0.t(); y = x0.mul(2); a = t.add_(1); s = torch.flip(t, (0,)); c = y.copy_(s); return (y,)"),
    "a padded region": (IMAGES[:3], "y = torch.zeros(2, 3, 4, 9); y[(slice(None, None, None), slice(None, None, None), slice(None, None, None), slice(2, 7, None))] = x0; b = y.mul_(2); return (y,)"),
    "a channel that is convolved": (IMAGES[3:], "a = x0.add_(1); w = torch.ones(2, 1, 2, 2); c = torch.conv2d(x0, w); return (c,)"),
    "a fill that keeps single dims": (SINGLE, "a = x0.fill_(3); b = x0.clone(); return (a, b)"),
}
FORMATS = ("contiguous_format", "channels_last", "preserve_format")
MAKERS = ("x0.clone({})", "torch.zeros_like(x0, {})", "torch.full_like(x0, 2, {})", "torch.ones_like(x0, {})", "x0.to({})", "x0.to(torch.float64, {})", "x0.double({})", "x0.contiguous({})")
for form, maker in itertools.product(FORMATS, MAKERS):
    if form != "preserve_format" or "contiguous" not in maker:
        call = maker.format(f"memory_format = torch.{form}")
        PROGRAMS[call] = (IMAGES, f"a = x0.add_(1); y = {call}; w = y.mul_(2); c = y.sum(2); return (y, x0, c)")


def inputs_of(layout: tuple[str, tuple[int, ...], tuple[int, ...]]) -> torch.Tensor:
    dtype, shape, stride = layout
    count = sum((n - 1) * s for n, s in zip(shape, stride)) + 1
    storage = torch.arange(1, count + 1).to(getattr(torch, dtype))
    return (storage * (1 + 1j) if storage.is_complex() else storage).as_strided(shape, stride)


DTYPES = {"float32": "f32", "float64": "f64", "complex64": "c64", "uint8": "u8", "int32": "i32", "int64": "i64", "bool": "b8"}


def annotation(tensor: torch.Tensor) -> str:
    return f'"{DTYPES[str(tensor.dtype).removeprefix("torch.")]}{list(tensor.shape)}{list(tensor.stride())}cpu"'


def run_eager(body: str, x0: torch.Tensor) -> tuple[str, list[Any]]:
    """The program as PyTorch prints it, each result annotated with the layout that it has, and what it returns."""
    names: dict[str, Any] = {"torch": torch, "x0": x0}
    lines = ["class GraphModule(torch.nn.Module):", f"    def forward(self, x0: {annotation(x0)}):"]
    *statements, returned = (part.strip() for part in body.split(";"))
    for statement in statements:
        exec(statement, names)
        name, _, value = statement.partition(" = ")
        if not value:
            name, value = f"call_{len(lines)}", statement
        if "[" in name:
            lines.append(f"        {statement};  setitem_{len(lines)} = {name[: name.index('[')]}")
        else:
            said = f": {annotation(names[name])}" if isinstance(names.get(name), torch.Tensor) else ""
            lines.append(f"        {name}{said} = {value}")
    outputs = eval(returned.removeprefix("return "), names)
    return "\n".join([*lines, f"        {returned}", ""]), list(outputs)


CASES = [(name, layout) for name, (layouts, _) in PROGRAMS.items() for layout in layouts]


@pytest.mark.parametrize("policy", ["exact", "ignore"])
@pytest.mark.parametrize(("name", "layout"), CASES, ids=[f"{name}-{'.'.join(map(str, layout[2]))}" for name, layout in CASES])
def test_layouts(name: str, layout: Any, policy: str, outplace: Callable, tmp_path: Path) -> None:
    example = inputs_of(layout)
    with torch.no_grad():
        text, expected = run_eager(PROGRAMS[name][1], example)
    sidecar = {"inputs": [{"name": "x0", "kind": "tensor", "dtype": layout[0], "shape": layout[1], "stride": layout[2], "storage_offset": 0, "storage": 0}]}
    (tmp_path / "graph.py").write_text(text)
    (tmp_path / "inputs.json").write_text(json.dumps(sidecar | {"grad_enabled": False}))
    done = outplace("rewrite", tmp_path / "graph.py", "--inputs", tmp_path / "inputs.json", "--passes", PASSES, "--layout", policy, "--io-map", tmp_path / "map.json")
    assert done.returncode == 0, done.stderr
    with torch.no_grad():
        found = list(flatten(load_module(done.stdout).forward(inputs_of(layout))))
    io_map = json.loads((tmp_path / "map.json").read_text())["io_map"]
    final = next((found[int(output)] for output, index in io_map.items() if index == 0), inputs_of(layout))
    for old, new in [*zip(expected, found, strict=False), (example, final)]:
        assert same_content(old, new), done.stdout
        assert old.is_conj() or not new.is_conj(), done.stdout
        assert old.is_neg() or not new.is_neg(), done.stdout
        assert policy == "ignore" or same_strides(old, new), done.stdout
