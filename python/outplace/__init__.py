"""Turns torch.fx graphs that write to their tensors in place into pure graphs, with a map that says which outputs are the new contents of which inputs."""

from typing import TYPE_CHECKING, Any

from outplace.checking import Verdict, explain, verify
from outplace.errors import OutplaceError, UnsupportedError
from outplace.functionalize import CostWarning, Mutation, OutputAlias, OutputAliases, Report, Result, functionalize
from outplace.kernels import KernelProvider

if TYPE_CHECKING:
    from outplace.nki import wrap_nki

__all__ = [
    "CostWarning",
    "KernelProvider",
    "Mutation",
    "OutplaceError",
    "OutputAlias",
    "OutputAliases",
    "Report",
    "Result",
    "UnsupportedError",
    "Verdict",
    "explain",
    "functionalize",
    "verify",
    "wrap_nki",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # Needs torch, which is imported when it is used.
    if name == "wrap_nki":
        from outplace.nki import wrap_nki

        return wrap_nki
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
