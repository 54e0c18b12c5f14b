"""Graph modules from printed graphs: every statement becomes the node that it was printed from, with its name."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.fx
from graph_harness import CLASS_NAME
from printed_names import load_op_libraries, resolve

BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow", ast.MatMult: "matmul",
    ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
UNARY = {ast.USub: operator.neg, ast.Invert: operator.invert, ast.UAdd: operator.pos, ast.Not: operator.not_}


def graph_module(text: str, attributes: dict[str, Any] | None = None) -> torch.fx.GraphModule:
    """The graph of a text. `attributes` are what it reads of self."""
    source = CLASS_NAME.sub(r"\1GraphModule", text)
    load_op_libraries(source)
    tree = ast.parse(source).body[0]
    return GraphBuilder(tree, attributes or {}).build()


class GraphBuilder:
    def __init__(self, tree: ast.stmt, attributes: dict[str, Any]) -> None:
        self.children = {item.name: item for item in getattr(tree, "body", []) if isinstance(item, ast.ClassDef)}
        functions = [item for item in getattr(tree, "body", []) if isinstance(item, ast.FunctionDef)]
        self.function = functions[0] if functions else tree
        self.root = torch.nn.Module()
        for path, value in attributes.items():
            object.__setattr__(self.root, path, value)
        for name, child in self.children.items():
            self.root.add_module(name, GraphBuilder(child, {}).build())
        self.graph = torch.fx.Graph(self.root)
        self.names: dict[str, torch.fx.Node] = {}
        self.pending: tuple[str, torch.fx.Node] | None = None

    def build(self) -> torch.fx.GraphModule:
        for argument in self.function.args.args[1:]:
            self.names[argument.arg] = self.graph.create_node("placeholder", argument.arg, name=argument.arg)
        for statement in self.function.body:
            self.statement(statement)
        return torch.fx.GraphModule(self.root, self.graph)

    # ---- statements

    def statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Return):
            self.graph.output(self.value(statement.value) if statement.value else ())
        elif isinstance(statement, ast.AugAssign):
            name = f"i{BINARY[type(statement.op)].rstrip('_')}"
            node = self.call(getattr(operator, name), (self.value(statement.target), self.value(statement.value)))
            self.pending = (statement.target.id, node)
        elif isinstance(statement, ast.AnnAssign):
            self.assign(statement.target, statement.value)
        elif isinstance(statement, ast.Assign):
            if isinstance(statement.value, ast.Constant) and statement.value.value is None and all(isinstance(t, ast.Name) for t in statement.targets):
                return
            self.assign(statement.targets[0], statement.value)
        else:
            raise ValueError(f"a statement that no graph is printed with: {ast.unparse(statement)}")

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Subscript):
            operands = (self.value(target.value), self.value(target.slice), self.value(value))
            self.pending = (target.value.id, self.call(operator.setitem, operands))
            return
        if isinstance(value, ast.Name) and self.pending is not None and self.pending[0] == value.id:
            node, self.pending = self.pending[1], None
        else:
            node = self.value(value)
        if not isinstance(node, torch.fx.Node):  # a constant that has a name
            raise ValueError(f"a constant has a name: {ast.unparse(value)}")
        if node.op != "placeholder" or target.id not in self.names:
            node._rename(target.id)
        self.names[target.id] = node

    # ---- expressions

    def call(self, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any] | None = None) -> torch.fx.Node:
        return self.graph.create_node("call_function", function, tuple(args), kwargs or {})

    def value(self, expression: ast.expr) -> Any:
        match expression:
            case ast.Name():
                return self.names[expression.id] if expression.id in self.names else resolve(expression.id)
            case ast.Constant():
                return expression.value
            case ast.Tuple():
                return tuple(map(self.value, expression.elts))
            case ast.List():
                return list(map(self.value, expression.elts))
            case ast.Dict():
                return {self.value(key): self.value(item) for key, item in zip(expression.keys, expression.values)}
            case ast.Slice():
                return slice(*(part and self.value(part) for part in (expression.lower, expression.upper, expression.step)))
            case ast.BinOp() | ast.Compare():
                return self.binary(expression)
            case ast.UnaryOp():
                return self.apply(UNARY[type(expression.op)], self.value(expression.operand))
            case ast.Subscript():
                return self.apply(operator.getitem, self.value(expression.value), self.value(expression.slice))
            case ast.Attribute():
                return self.attribute(expression)
            case ast.Call():
                return self.called(expression)
        raise ValueError(f"an expression that no graph is printed with: {ast.unparse(expression)}")

    def binary(self, expression: ast.BinOp | ast.Compare) -> Any:
        if isinstance(expression, ast.BinOp):
            left, kind, right = expression.left, expression.op, expression.right
        else:
            left, kind, right = expression.left, expression.ops[0], expression.comparators[0]
        return self.apply(getattr(operator, BINARY[type(kind)]), self.value(left), self.value(right))

    def apply(self, function: Callable[..., Any], *operands: Any) -> Any:
        found: list[torch.fx.Node] = []
        torch.fx.node.map_arg(operands, found.append)
        return self.call(function, operands) if found else function(*operands)

    def attribute(self, expression: ast.Attribute) -> Any:
        if isinstance(expression.value, ast.Name) and expression.value.id == "self":
            return self.graph.create_node("get_attr", expression.attr)
        owner = self.value(expression.value)
        if isinstance(owner, torch.fx.Node):
            if owner.op == "get_attr" and not hasattr(self.root, owner.target):
                owner.target = f"{owner.target}.{expression.attr}"
                return owner
            return self.call(getattr, (owner, expression.attr))
        return getattr(owner, expression.attr)

    def called(self, expression: ast.Call) -> Any:
        args = [self.value(argument) for argument in expression.args]
        kwargs = {keyword.arg: self.value(keyword.value) for keyword in expression.keywords}
        if isinstance(expression.func, ast.Attribute):
            owner = expression.func.value
            known = self.value(owner) if not (isinstance(owner, ast.Name) and owner.id == "self") else None
            if isinstance(known, torch.fx.Node):
                return self.graph.create_node("call_method", expression.func.attr, (known, *args), kwargs)
        function = self.value(expression.func)
        if function in (slice, range, torch.device, torch.Size, complex, float, set):
            return function(*args, **kwargs)
        return self.call(function, args, kwargs)
