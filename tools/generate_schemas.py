#!/usr/bin/env python3
"""Writes ops/schemas.ops: the schema of every operator that the installed PyTorch knows, with the tags that matter here.

Usage: python tools/generate_schemas.py [OUTPUT]        (default: ops/schemas.ops beside this folder)
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

# Operators that PyTorch registers from Python, when these modules are imported.
import torch._inductor.inductor_prims
import torch.ao.quantization.fx._decomposed
import torch.distributed._functional_collectives
import torch.distributed._symmetric_memory

# Operators of the interpreter and of PyTorch's own tests: they do not occur in FX graphs.
SKIPPED_NAMESPACES = {"prim", "_test", "debug_mode_ops", "debugprims", "static_runtime"}
# PyTorch's tag -> the word in our files.
TAGS = {"pointwise": "pointwise", "reduction": "reduction", "nondeterministic_seeded": "random", "inplace_view": "inplace_view"}


def full_name(schema: torch.FunctionSchema) -> str:
    return f"{schema.name}.{schema.overload_name}" if schema.overload_name else schema.name


def tags_of(name: str, dispatched: set[str]) -> list[str]:
    if name not in dispatched:
        return ["script"]
    namespace, rest = name.split("::")
    packet, _, overload = rest.partition(".")
    op = getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")
    tags = {tag.name for tag in op.tags}
    return [word for tag, word in TAGS.items() if tag in tags]


def schema_lines() -> list[str]:
    dispatched = set(torch._C._dispatch_get_all_op_names())
    lines = set()
    for schema in torch._C._jit_get_all_schemas():
        if schema.name.split("::")[0] in SKIPPED_NAMESPACES:
            continue
        tags = tags_of(full_name(schema), dispatched)
        lines.add(f"{schema} : {' '.join(tags)}" if tags else str(schema))
    return sorted(lines)


def text() -> str:
    head = "# Operator schemas of PyTorch, written by tools/generate_schemas.py. Do not edit.\n"
    return head + "".join(line + "\n" for line in schema_lines())


def main(arguments: list[str]) -> int:
    output = Path(arguments[0]) if arguments else Path(__file__).parent.parent / "ops" / "schemas.ops"
    output.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
