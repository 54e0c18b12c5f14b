"""Models of the transformers library, made small and with random weights: nothing is downloaded."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch


@cache
def library() -> Any:
    import transformers

    transformers.logging.set_verbosity_error()
    return transformers


def configuration(model: str, settings: dict[str, Any]) -> Any:
    """`config` names the class of the configuration where the model's own is of a whole family."""
    settings = dict(settings)
    named = settings.pop("config", None)
    made = getattr(library(), named) if named else getattr(library(), model).config_class
    return made(**settings)


def build(model: str, settings: dict[str, Any], attention: str = "eager") -> torch.nn.Module:
    """With attention of single operations by default: fused attention gets other masks when it is traced, and then rounds otherwise."""
    return getattr(library(), model)(configuration(model, settings | dict(attn_implementation=attention)))
