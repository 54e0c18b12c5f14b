"""Encoder-decoders: tokens decoded one by one with caches of the decoder and of its view of the encoder, and training."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from sessions import Compile, Inference, Program, Session, starting, token_ids, training
from transformer_models import build, library

TOKENS = 4
SIZES = dict(
    vocab_size=100, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
    decoder_ffn_dim=64, max_position_embeddings=64, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
)  # fmt: skip
T5 = dict(vocab_size=100, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, decoder_start_token_id=0)
PROPHET = dict(
    vocab_size=100, hidden_size=32, num_encoder_layers=2, num_decoder_layers=2, num_encoder_attention_heads=4, num_decoder_attention_heads=4,
    encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64,
)  # fmt: skip


def text() -> dict[str, Any]:
    return {"input_ids": token_ids(2, 12)}


def spectrum() -> dict[str, Any]:
    return {"input_features": torch.randn(2, 8, 32)}


def frames() -> dict[str, Any]:
    return {"input_features": torch.randn(2, 32, 8), "attention_mask": torch.ones(2, 32, dtype=torch.long)}


# Class of the model, how it is configured, and what the encoder is given.
MODELS: list[tuple[str, dict[str, Any], Callable[[], dict[str, Any]]]] = [
    ("T5ForConditionalGeneration", T5, text),
    ("SwitchTransformersForConditionalGeneration", T5 | dict(num_experts=4, num_decoder_layers=2), text),
    ("BartForConditionalGeneration", SIZES, text),
    ("PegasusForConditionalGeneration", SIZES, text),
    ("MarianMTModel", SIZES, text),
    ("BlenderbotForConditionalGeneration", SIZES, text),
    ("M2M100ForConditionalGeneration", SIZES, text),
    ("LEDForConditionalGeneration", SIZES | dict(attention_window=[4, 4], max_encoder_position_embeddings=64, max_decoder_position_embeddings=64), text),
    ("ProphetNetForConditionalGeneration", PROPHET, text),
    ("WhisperForConditionalGeneration", SIZES | dict(num_mel_bins=8, max_source_positions=16, max_target_positions=32), spectrum),
    ("Speech2TextForConditionalGeneration", SIZES | dict(input_feat_per_channel=8, conv_channels=16, max_source_positions=64, max_target_positions=32), frames),
]  # fmt: skip
WITHOUT_STATIC_CACHE = {"SwitchTransformersForConditionalGeneration", "ProphetNetForConditionalGeneration"}  # eager mode fails, too
BROKEN = {"LEDForConditionalGeneration"}  # into graphs of which one writes what another made
QUICK = {"T5ForConditionalGeneration", "WhisperForConditionalGeneration"}
QUICK_TRAINING = "BartForConditionalGeneration"


class Translation(Inference):
    """Each call has what the encoder made at first and one more token of the decoder."""

    def steps(self, compiled: Compile) -> Iterator[Any]:
        encoder = compiled(self.module.get_encoder())
        with torch.no_grad():
            encoded = encoder(**self.calls[0])
        yield encoded
        function = compiled(self.module)
        for arguments in self.calls[1:]:
            with torch.no_grad():
                result = function(encoder_outputs=encoded, **arguments, **self.carried)
            yield result


def translating(name: str, settings: dict[str, Any], inputs: Callable[[], dict[str, Any]], kind: str) -> Session:
    made, model = library(), build(name, settings).eval()
    own, crossed = ({"config": model.config, "max_cache_len": size} for size in (TOKENS + 2, 16))
    if kind == "static":
        held = made.EncoderDecoderCache(made.StaticCache(**own), made.DynamicCache(config=crossed["config"]))
    else:
        held = made.EncoderDecoderCache(made.DynamicCache(config=model.config), made.DynamicCache(config=model.config))
    tokens = [{"decoder_input_ids": token_ids(2, 1), "use_cache": True} for _ in range(TOKENS)]
    return Translation(model, [inputs(), *tokens], {"cache": held}).session()


def pairs(inputs: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    return {**inputs(), "labels": token_ids(2, 6)}


def untied(name: str, settings: dict[str, Any]) -> torch.nn.Module:
    model = build(name, settings)
    model.config.use_cache = False
    return model


def programs() -> list[Program]:
    found = []
    for name, settings, inputs in MODELS:
        for kind in ("static", "dynamic"):
            if kind == "static" and name in WITHOUT_STATIC_CACHE:
                continue
            quick = name in QUICK and kind == "static"
            writes = None if name in BROKEN else kind == "static"
            found.append(Program(f"{name}-{kind}-cache", "encoder-decoder", starting(translating, name, settings, inputs, kind), writes, quick))
        model, batch = starting(untied, name, settings), starting(pairs, inputs)
        found.append(Program(f"{name}-training", "training of encoder-decoders", starting(training, model, batch, 2), None if name in BROKEN else False, name == QUICK_TRAINING))
    return found
