"""Finds the calls of a printed graph that write to a tensor, by PyTorch's own schemas and signatures.

It knows nothing of how outplace decides this: a method or function writes if the schema of the operator says so, or a flag in its arguments does (inplace=True, out=,
training batch norm, max_norm).
"""

from __future__ import annotations

import ast
import inspect
from typing import Any

import torch
from graph_harness import executable
from printed_names import load_op_libraries, resolve

UNKNOWN = object()  # an argument that is not a literal
HARMLESS_METHODS = {"requires_grad_"}


def writes(text: str) -> list[str]:
    """One line for each write, and for each callable that cannot be judged."""
    source = executable(text)
    load_op_libraries(source)
    found = []
    for node in ast.walk(ast.parse(source)):
        reason = judge(node)
        if reason:
            found.append(f"line {node.lineno}: {reason}: {ast.unparse(node)[:160]}")
    return found


def judge(node: ast.AST) -> str | None:
    if isinstance(node, ast.AugAssign):
        return "augmented assignment"
    if isinstance(node, ast.Assign) and any(isinstance(target, ast.Subscript) for target in node.targets):
        return "item assignment"
    return judge_call(node) if isinstance(node, ast.Call) else None


def judge_call(call: ast.Call) -> str | None:
    keywords = {keyword.arg: literal(keyword.value) for keyword in call.keywords if keyword.arg}
    if keywords.get("out") is not None:
        return "out="
    path = dotted(call.func)
    if path is None or path[0] == "self":
        return judge_method(call.func.attr) if isinstance(call.func, ast.Attribute) else None
    if path[0] != "torch" and len(path) > 1:
        return judge_method(path[-1])
    try:
        target = resolve(path[0])
        for name in path[1:]:
            target = getattr(target, name)
    except (AttributeError, LookupError) as error:
        return f"unknown callable ({error})"
    return judge_function(target, path[-1], [literal(argument) for argument in call.args], keywords)


def dotted(expression: ast.expr) -> list[str] | None:
    names: list[str] = []
    while isinstance(expression, ast.Attribute):
        names.append(expression.attr)
        expression = expression.value
    return [expression.id, *names[::-1]] if isinstance(expression, ast.Name) else None


def literal(expression: ast.expr) -> Any:
    try:
        return ast.literal_eval(expression)
    except ValueError:
        return UNKNOWN


def judge_method(name: str) -> str | None:
    if name in HARMLESS_METHODS or not name.endswith("_") or name.startswith("__"):
        return None
    return "method that writes" if hasattr(torch.Tensor, name) else None


def judge_function(target: Any, name: str, args: list[Any], keywords: dict[str, Any]) -> str | None:
    if isinstance(target, torch._ops.OpOverload):
        return "operator that writes" if target._schema.is_mutable else None
    if isinstance(target, torch._ops.OpOverloadPacket):
        overloads = [getattr(target, overload) for overload in target.overloads()]
        plain = [overload for overload in overloads if not any(argument.is_out for argument in overload._schema.arguments)]
        return "operator that writes" if plain and all(overload._schema.is_mutable for overload in plain) else None
    if isinstance(target, torch._ops.HigherOrderOperator):
        return "higher-order operator that writes" if "mutation" in name else None
    if name.startswith(("wrapped_i", "wrapped___setitem")) and name[9:] in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "setitem__"):
        return "numpy operator that writes"
    module = getattr(target, "__module__", None) or ""
    if module not in ("_operator", "builtins") and name.endswith("_") and not name.startswith("__"):
        operator = getattr(torch.ops.aten, name, None)
        if operator is None or any(getattr(operator, overload)._schema.is_mutable for overload in operator.overloads()):
            return "function that writes"
    return judge_flags(target, args, keywords) if inspect.isfunction(target) else None


def judge_flags(function: Any, args: list[Any], keywords: dict[str, Any]) -> str | None:
    try:
        bound = inspect.signature(function).bind(*args, **keywords)
    except (TypeError, ValueError):
        return None
    bound.apply_defaults()
    given = bound.arguments
    if given.get("inplace") is True:
        return "inplace=True"
    if given.get("running_mean") is not None and (given.get("training") is True or given.get("use_input_stats") is True):
        return "running statistics are updated"
    if "weight" in given and given.get("max_norm") is not None:
        return "max_norm renormalises the weight"
    return None
