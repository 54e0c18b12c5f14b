"""Turns torch.fx graphs that write to their tensors in place into pure graphs, with a map that says which outputs are the new contents of which inputs."""

from outplace.errors import OutplaceError, UnsupportedError
from outplace.functionalize import CostWarning, Mutation, Report, Result, functionalize

__all__ = ["CostWarning", "Mutation", "OutplaceError", "Report", "Result", "UnsupportedError", "functionalize"]
__version__ = "0.1.0"
