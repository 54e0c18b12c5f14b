#!/usr/bin/env python3
"""Prints docs/api.md: what the package offers, from its signatures and docstrings.

    python tools/api_reference.py > docs/api.md          with the package installed
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

MODULES = {
    "outplace": None,
    "outplace.backend": ["outplace", "Options"],
    "outplace.testing": ["compare", "compare_rewrite", "copy_inputs", "observe", "differences", "Run"],
    "outplace.fx_passes": None,
}


def signature(name: str, value: Any) -> str:
    try:
        return f"{name}{inspect.signature(value)}".replace("'", "")
    except (TypeError, ValueError):
        return name


def methods(value: type) -> Iterator[tuple[str, Any]]:
    for name, member in vars(value).items():
        if not name.startswith("_") and inspect.isfunction(member) and member.__doc__:
            yield name, member


def entry(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}\n"
    if not inspect.isclass(value) or not issubclass(value, Exception):
        shown = signature(name, value)
        if len(shown) < 200 and not dataclasses.is_dataclass(value):
            yield f"    {shown}\n"
        elif not dataclasses.is_dataclass(value):
            yield "    " + shown.replace("(", "(\n        ", 1).replace(", *, ", ",\n        *, ").replace(") -> ", "\n    ) -> ") + "\n"
    yield f"{inspect.cleandoc(value.__doc__ or '')}\n"
    if dataclasses.is_dataclass(value):
        fields = [field for field in dataclasses.fields(value) if field.repr]
        yield "\n".join(f"- `{field.name}: {field.type!s}`" for field in fields) + "\n"
    if inspect.isclass(value):
        for method, member in methods(value):
            yield f"- `{signature(method, member)}`: {' '.join(inspect.cleandoc(member.__doc__).split())}\n"


def main() -> None:
    print("# Reference\n\nMade by `tools/api_reference.py` from the docstrings.\n")
    for module_name, names in MODULES.items():
        module = importlib.import_module(module_name)
        print(f"## {module_name}\n\n{inspect.cleandoc(module.__doc__ or '')}\n")
        for name in names or sorted(module.__all__, key=str.lower):
            print("\n".join(entry(name, getattr(module, name))))


if __name__ == "__main__":
    main()
