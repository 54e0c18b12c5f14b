"""What the global names of a printed graph stand for.

The printer writes most functions by their path (torch.add), and others as one identifier in which the dots became underscores: torch_Tensor_set_ is
torch.Tensor.set_. Which underscores were dots is found by trying.
"""

from __future__ import annotations

import builtins
import importlib
import math
import operator
import re
import symtable
from typing import Any

import torch

KNOWN = {"torch": torch, "device": torch.device, "inf": math.inf, "nan": math.nan, "NoneType": type(None)}


def member(owner: Any, name: str) -> Any:
    """The attribute or submodule of that name, or None."""
    if not name.isidentifier():
        return None
    found = getattr(owner, name, None)
    if found is None and hasattr(owner, "__path__"):
        try:
            found = importlib.import_module(f"{owner.__name__}.{name}")
        except ImportError:
            return None
    return found


def numpy_wrapper(name: str) -> Any:
    """Dynamo's stand-ins for NumPy functions and operators are made as they are needed, and are in no module."""
    match = re.fullmatch(r"torch__dynamo_utils_wrapped_([a-z]\w*?)(?:_\d+)?", name)
    if match is None:
        return None
    utils = importlib.import_module("torch._dynamo.utils")
    if hasattr(operator, match[1]):
        return utils.numpy_operator_wrapper(getattr(operator, match[1]))
    function = getattr(importlib.import_module("torch._numpy"), match[1], None)
    return utils.numpy_to_tensor_wrapper(function) if function else None


def unmangle(name: str) -> Any:
    """The callable behind a mangled name; LookupError if there is none."""
    if (wrapper := numpy_wrapper(name)) is not None:
        return wrapper
    root = "_operator" if name.startswith("_operator_") else name.split("_", 1)[0]
    try:
        pending = [(importlib.import_module(root), name[len(root) + 1 :])]
    except (ImportError, ValueError):
        pending = []
    while pending:
        owner, rest = pending.pop()
        found = member(owner, rest)
        if callable(found) and not isinstance(found, type):
            return found
        for cut in [place.start() for place in re.finditer("_", rest)][::-1]:
            part = member(owner, rest[:cut]) if cut else None
            if part is not None:
                pending.append((part, rest[cut + 1 :]))
    without_number = re.sub(r"_\d+$", "", name)
    if without_number != name:
        return unmangle(without_number)
    raise LookupError(f"the name {name} stands for nothing that can be imported")


def global_names(source: str) -> set[str]:
    """Names that the functions of the source read from outside."""
    names, tables = set(), [symtable.symtable(source, "graph", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        if isinstance(table, symtable.Function):
            names |= set(table.get_globals())
    return names


def resolve(name: str) -> Any:
    if name in KNOWN:
        return KNOWN[name]
    return getattr(builtins, name) if hasattr(builtins, name) else unmangle(name)


def load_op_libraries(source: str) -> None:
    """Registers operators that live in modules which nothing else imports."""
    if "torch.ops.prims" in source:
        importlib.import_module("torch._inductor.inductor_prims")
