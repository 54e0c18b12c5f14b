"""Turns torch.fx graphs that write to their tensors in place into pure graphs, with a map that says which outputs are the new contents of which inputs."""

from outplace.checking import Verdict, explain, verify
from outplace.errors import OutplaceError, UnsupportedError
from outplace.functionalize import CostWarning, Mutation, OutputAlias, OutputAliases, Report, Result, functionalize
from outplace.nki import KernelProvider, wrap_nki

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
