"""The higher-order operator of kernel calls, as PyTorch's dispatcher, fake tensors and Dynamo see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch._dynamo.variables import higher_order_ops as dynamo
from torch._dynamo.variables.builder import wrap_fx_proxy
from torch._ops import HigherOrderOperator
from torch._subclasses.fake_tensor import FakeTensorMode

NAME = "nki_kernel_wrapper"


class KernelWrapper(HigherOrderOperator):
    def __init__(self) -> None:
        super().__init__(NAME)

    def __call__(self, **kwargs: Any) -> Any:
        return super().__call__(**kwargs)


class KernelVariable(dynamo.TorchHigherOrderOperatorVariable):  # type: ignore[misc]
    """A call is one node, whatever the kernel does inside."""

    def _call_function(self, tx: Any, args: Any, kwargs: Any) -> Any:
        operands = {name: value.as_proxy() for name, value in kwargs.items()}
        proxy = tx.output.create_proxy("call_function", self.value, args=(), kwargs=operands)
        return wrap_fx_proxy(tx=tx, proxy=proxy)


def make_operator(reference: Callable[..., Any]) -> HigherOrderOperator:
    operator = KernelWrapper()

    @operator.py_impl(torch._C.DispatchKey.CompositeExplicitAutograd)
    def eager(**kwargs: Any) -> Any:
        return reference(**kwargs)

    @operator.py_impl(FakeTensorMode)
    def fake(mode: FakeTensorMode, **kwargs: Any) -> Any:
        with mode:
            return reference(**kwargs)

    operator.py_autograd_impl(lambda **kwargs: reference(**kwargs))
    dynamo._hop_name_to_variable_class[NAME] = KernelVariable
    return operator
