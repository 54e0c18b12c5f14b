"""Exceptions: what went wrong, at which node, on which line of the model, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outplace._core import Diagnostic


class OutplaceError(RuntimeError):
    """A graph that cannot be rewritten. The attributes are those of the first message; `messages` has all of them."""

    def __init__(self, text: str, messages: Sequence[Diagnostic] = ()) -> None:
        super().__init__(text)
        first = messages[0] if messages else None
        self.messages = list(messages)
        self.reason: str = first.message if first else text
        self.node: str = first.node if first else ""
        self.source_line: str = first.model_line if first else ""
        self.view_chain: str = first.view_chain if first else ""
        self.advice: str = first.advice if first else ""


class UnsupportedError(OutplaceError, NotImplementedError):
    """An operator that has no functional form, or that is not known."""


UNSUPPORTED = ("unknown function", "unknown method", "NotImplementedError: ", "is not supported")


def error_of(messages: Sequence[Diagnostic]) -> OutplaceError:
    """The exception for the errors among the messages of a run that failed."""
    errors = [message for message in messages if message.severity.name == "error"]
    text = "\n".join(str(message).rstrip().removeprefix("error: ") for message in errors)
    unsupported = errors and any(words in errors[0].message for words in UNSUPPORTED)
    return (UnsupportedError if unsupported else OutplaceError)(text, errors)
