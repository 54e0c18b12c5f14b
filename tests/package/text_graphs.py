"""Graph modules from printed graphs: the nodes with their names, and fake tensors of the printed metadata.

The printed forms are those of torch.fx; each statement of a printed forward is one node.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
from typing import Any

import torch
from graph_harness import executable
from printed_names import load_op_libraries, resolve
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import Graph, GraphModule, Node

BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.MatMult: operator.matmul,
}  # fmt: skip
INPLACE = {
    ast.Add: operator.iadd, ast.Sub: operator.isub, ast.Mult: operator.imul, ast.Div: operator.itruediv, ast.FloorDiv: operator.ifloordiv, ast.Mod: operator.imod,
    ast.Pow: operator.ipow, ast.LShift: operator.ilshift, ast.RShift: operator.irshift, ast.BitAnd: operator.iand, ast.BitOr: operator.ior, ast.BitXor: operator.ixor,
}  # fmt: skip
COMPARE = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne}
UNARY = {ast.USub: operator.neg, ast.Invert: operator.invert}
ANNOTATION = re.compile(r"([a-z]\w*)\[([\d, ]*)\](?:\[([\d, ]*)\](\w[\w:]*)?)?")
ABBREVIATIONS = {text: dtype for dtype, text in torch.fx.graph.dtype_abbrs.items()}


def is_static(text: str) -> bool:
    return "Sym(" not in text


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part.strip()]


class Builder:
    """One printed class as a graph."""

    def __init__(self, definition: ast.ClassDef, mode: FakeTensorMode, attributes: dict[str, torch.Tensor]) -> None:
        self.mode = mode
        self.graph = Graph()
        self.root = torch.nn.Module()
        for name, tensor in attributes.items():
            object.__setattr__(self.root, name, tensor)
        self.nodes: dict[str, Any] = {}
        for nested in definition.body:
            if isinstance(nested, ast.ClassDef):
                setattr(self.root, nested.name, Builder(nested, mode, {}).module())
        forward = next(each for each in definition.body if isinstance(each, ast.FunctionDef))
        self.parameters = {arg.arg: self.text_of(arg.annotation) for arg in forward.args.args[1:]}
        # What renames parameters stands before all else; behind it, such a statement names a write to one.
        aliases = list(itertools.takewhile(self.renames_parameter, forward.body))
        renamed = {statement.value.id: statement.targets[0].id for statement in aliases}
        for parameter, annotation in self.parameters.items():
            name = renamed.get(parameter, parameter)
            self.define(name, self.graph.create_node("placeholder", parameter, name=name), annotation)
            self.nodes[parameter] = self.nodes[name]
        body = forward.body[len(aliases) :]
        for position, statement in enumerate(body):
            self.statement(statement, body[position + 1] if position + 1 < len(body) else None)

    def renames_parameter(self, statement: ast.stmt) -> bool:
        is_renaming = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and isinstance(statement.value, ast.Name)
        return is_renaming and statement.value.id in self.parameters

    def module(self) -> GraphModule:
        module = GraphModule(self.root, self.graph)
        for name, value in vars(self.root).items():
            if isinstance(value, torch.Tensor):
                object.__setattr__(module, name, value)
        return module

    def text_of(self, annotation: ast.expr | None) -> str:
        return annotation.value if isinstance(annotation, ast.Constant) else ""

    def define(self, name: str, node: Node, annotation: str) -> None:
        node.name = name  # not through the graph, which may have numbered it already
        self.nodes[name] = node
        if match := ANNOTATION.fullmatch(annotation):
            size, stride, device = numbers(match[2]), match[3], match[4] or "cpu"
            with self.mode:
                strides = numbers(stride) if stride is not None else torch.empty(size, device="meta").stride()
                node.meta["example_value"] = torch.empty_strided(size, strides, dtype=ABBREVIATIONS[match[1]], device=device)

    def statement(self, statement: ast.stmt, following: ast.stmt | None) -> None:
        match statement:
            case ast.Return():
                self.graph.output(self.value(statement.value))
            case ast.Assign(targets=[ast.Subscript(value=base, slice=index)]):
                call = (operator.setitem, (self.value(base), self.value(index), self.value(statement.value)))
                self.effect(call, following)
            case ast.AugAssign(target=ast.Name(id=name), op=op):
                self.effect((INPLACE[type(op)], (self.nodes[name], self.value(statement.value))), following)
            case ast.Assign(value=ast.Constant(value=None)) | ast.Assign(targets=[_, *_], value=ast.Name()):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                if not isinstance(statement.value, ast.Name):
                    self.define(name, self.node(name, statement.value), "")
            case ast.AnnAssign(target=ast.Name(id=name)):
                if not isinstance(statement.value, ast.Name):
                    self.define(name, self.node(name, statement.value), self.text_of(statement.annotation))

    def effect(self, call: tuple[Any, tuple[Any, ...]], following: ast.stmt | None) -> None:
        """`x += y;  add = x`: the statement behind it names the node."""
        target = following.targets[0] if isinstance(following, ast.Assign) else following.target
        annotation = self.text_of(following.annotation) if isinstance(following, ast.AnnAssign) else ""
        self.define(target.id, self.graph.create_node("call_function", call[0], call[1], name=target.id), annotation)

    def node(self, name: str, value: ast.expr) -> Node:
        def function(target: Any, *args: Any, **kwargs: Any) -> Node:
            return self.graph.create_node("call_function", target, args, kwargs, name)

        match value:
            case ast.BinOp(left=left, op=op, right=right):
                return function(BINARY[type(op)], self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return function(COMPARE[type(op)], self.value(left), self.value(right))
            case ast.UnaryOp(op=op, operand=operand):
                return function(UNARY[type(op)], self.value(operand))
            case ast.Subscript(value=base, slice=index):
                return function(operator.getitem, self.value(base), self.value(index))
            case ast.Call(func=func, args=args, keywords=keywords):
                positional, named = tuple(map(self.value, args)), {each.arg: self.value(each.value) for each in keywords}
                if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in self.nodes:
                    return self.graph.create_node("call_method", func.attr, (self.nodes[func.value.id], *positional), named, name)
                if ast.unparse(func) == "getattr" and ast.unparse(args[0]).startswith("self"):
                    return self.graph.create_node("get_attr", self.path(value), name=name)
                return function(self.callable(func), *positional, **named)
            case ast.Attribute(value=ast.Name(id=base), attr=attr) if base in self.nodes:
                return function(getattr, self.nodes[base], attr)
            case ast.Attribute():
                return self.graph.create_node("get_attr", self.path(value), name=name)
        raise NotImplementedError(ast.unparse(value))

    def path(self, value: ast.expr) -> str:
        return ast.unparse(value).removeprefix("self.")

    def callable(self, value: ast.expr) -> Any:
        first, *rest = ast.unparse(value).split(".")
        found = resolve(first)
        for part in rest:
            found = getattr(found, part)
        return found

    def value(self, value: ast.expr | None) -> Any:
        match value:
            case None:
                return None
            case ast.Name(id=name):
                return self.nodes[name] if name in self.nodes else resolve(name)
            case ast.Constant(value=constant):
                return constant
            case ast.Tuple(elts=parts):
                return tuple(map(self.value, parts))
            case ast.List(elts=parts):
                return list(map(self.value, parts))
            case ast.Dict(keys=keys, values=values):
                return {self.value(key): self.value(each) for key, each in zip(keys, values)}
            case ast.Call(func=ast.Name(id="slice"), args=args):
                return slice(*map(self.value, args))
            case ast.Call(func=func, args=args, keywords=keywords):
                return self.callable(func)(*map(self.value, args), **{each.arg: self.value(each.value) for each in keywords})
            case ast.UnaryOp(operand=operand):
                return UNARY[type(value.op)](self.value(operand))
            case ast.Attribute():
                return self.callable(value)
            case ast.BinOp():
                return BINARY[type(value.op)](self.value(value.left), self.value(value.right))
        raise NotImplementedError(ast.unparse(value))


def graph_module(text: str, attributes: dict[str, torch.Tensor] | None = None) -> GraphModule:
    source = executable(text)
    load_op_libraries(source)
    definition = next(each for each in ast.parse(source).body if isinstance(each, ast.ClassDef))
    return Builder(definition, FakeTensorMode(allow_non_fake_inputs=True), attributes or {}).module()


def listing(module: GraphModule) -> list[str]:
    """Every node on a line, sub-graphs behind the graph that holds them."""
    lines = [f"{node.name} = {node.op} {node._pretty_print_target(node.target)} {node.args} {node.kwargs}" for node in module.graph.nodes]
    for name, child in module.named_children():
        if isinstance(child, GraphModule):
            lines += [f"{name}: {line}" for line in listing(child)]
    return lines
