"""Decoders: a prompt and four single tokens through a cache that is carried along, and two steps of training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from sessions import Compile, Inference, Program, Session, Training, starting, token_ids
from transformer_models import build, library

PROMPT, TOKENS = 8, 4
SMALL = dict(
    vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, intermediate_size=64, head_dim=8,
    max_position_embeddings=64, pad_token_id=0, bos_token_id=1, eos_token_id=2,
)  # fmt: skip
FOUR_LAYERS = SMALL | dict(num_hidden_layers=4)
EXPERTS = dict(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16)
LOCAL_EXPERTS = dict(num_local_experts=4, num_experts_per_tok=2)
LATENT_ATTENTION = dict(q_lora_rank=16, kv_lora_rank=8, qk_rope_head_dim=8, qk_nope_head_dim=8, v_head_dim=8, num_key_value_heads=4)
ROUTED = dict(n_routed_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, n_shared_experts=1, first_k_dense_replace=1, n_group=2, topk_group=1)
MAMBA = dict(mamba_d_state=4, mamba_d_conv=4, mamba_expand=2)
DELTA_RULE = dict(linear_num_value_heads=4, linear_num_key_heads=2, linear_key_head_dim=8, linear_value_head_dim=8)


def without(settings: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in names}


# Name of the model, its family, and how it is configured.
DECODERS: list[tuple[str, str, dict[str, Any]]] = [
    ("Llama", "decoder", SMALL),
    ("Qwen2", "decoder", SMALL),
    ("Qwen3", "decoder", SMALL),
    ("GPT2", "decoder", SMALL | dict(n_positions=64, n_embd=32, n_layer=2, n_head=4)),
    ("GPTBigCode", "decoder", SMALL),
    ("GPTNeoX", "decoder", SMALL),
    ("GPTJ", "decoder", SMALL | dict(rotary_dim=4)),
    ("CodeGen", "decoder", SMALL | dict(rotary_dim=4)),
    ("OPT", "decoder", SMALL | dict(ffn_dim=64, word_embed_proj_dim=32)),
    ("Phi", "decoder", SMALL),
    ("Phi3", "decoder", SMALL),
    ("Falcon", "decoder", without(SMALL, "head_dim")),
    ("Bloom", "decoder", SMALL | dict(n_layer=2, n_head=4)),
    ("Mpt", "decoder", SMALL | dict(d_model=32, n_layers=2, n_heads=4, max_seq_len=64)),
    ("Olmo", "decoder", SMALL | dict(clip_qkv=0.05)),
    ("Olmo2", "decoder", SMALL),
    ("Cohere", "decoder", SMALL),
    ("Gemma", "decoder", SMALL),
    ("Granite", "decoder", SMALL),
    ("Glm4", "decoder", SMALL),
    ("StableLm", "decoder", SMALL),
    ("Starcoder2", "decoder", SMALL),
    ("Persimmon", "decoder", SMALL),
    ("Nemotron", "decoder", SMALL),
    ("SmolLM3", "decoder", SMALL),
    ("XGLM", "decoder", SMALL | dict(d_model=32, num_layers=2, attention_heads=4, ffn_dim=64)),
    ("BioGpt", "decoder", SMALL),
    ("DiffLlama", "decoder", SMALL),
    ("Doge", "decoder", SMALL),
    ("NanoChat", "decoder", SMALL),
    ("BitNet", "decoder", SMALL),
    ("Mistral", "sliding window", SMALL | dict(sliding_window=4)),
    ("Exaone4", "sliding window", SMALL | dict(sliding_window=4)),
    ("Gemma2", "alternating layers", SMALL | dict(sliding_window=4, query_pre_attn_scalar=8)),
    ("Gemma3", "alternating layers", FOUR_LAYERS | dict(config="Gemma3TextConfig", sliding_window=4, query_pre_attn_scalar=8, sliding_window_pattern=2)),
    ("Cohere2", "alternating layers", FOUR_LAYERS | dict(sliding_window=4, sliding_window_pattern=2)),
    ("Olmo3", "alternating layers", FOUR_LAYERS | dict(sliding_window=4)),
    ("ModernBertDecoder", "alternating layers", SMALL | dict(local_attention=4)),
    ("Llama4", "alternating layers", FOUR_LAYERS | dict(config="Llama4TextConfig", attention_chunk_size=4, num_local_experts=4, intermediate_size_mlp=64)),
    ("Mixtral", "mixture of experts", SMALL | LOCAL_EXPERTS),
    ("Qwen2Moe", "mixture of experts", SMALL | EXPERTS | dict(shared_expert_intermediate_size=16)),
    ("Qwen3Moe", "mixture of experts", SMALL | EXPERTS),
    ("Olmoe", "mixture of experts", SMALL | EXPERTS),
    ("GptOss", "mixture of experts", SMALL | LOCAL_EXPERTS | dict(sliding_window=4)),
    ("GraniteMoe", "mixture of experts", SMALL | LOCAL_EXPERTS),
    ("Phimoe", "mixture of experts", SMALL | LOCAL_EXPERTS),
    ("JetMoe", "mixture of experts", SMALL | LOCAL_EXPERTS | dict(kv_channels=8)),
    ("DeepseekV2", "latent attention", SMALL | LATENT_ATTENTION | ROUTED),
    ("DeepseekV3", "latent attention", SMALL | LATENT_ATTENTION | ROUTED),
    ("Mamba", "state space", SMALL | dict(state_size=4, conv_kernel=4, expand=2, time_step_rank=4)),
    ("FalconMamba", "state space", SMALL | dict(state_size=4, conv_kernel=4, expand=2, time_step_rank=4)),
    ("Mamba2", "state space", SMALL | dict(num_heads=8, head_dim=8, state_size=8, n_groups=1, chunk_size=8, expand=2, conv_kernel=4)),
    ("Jamba", "hybrid state space", FOUR_LAYERS | EXPERTS | MAMBA
     | dict(attn_layer_period=2, attn_layer_offset=1, expert_layer_period=2, expert_layer_offset=1, mamba_dt_rank=4, use_mamba_kernels=False)),
    ("Bamba", "hybrid state space", FOUR_LAYERS | dict(mamba_n_heads=4, mamba_d_head=16, mamba_n_groups=1, mamba_d_state=8, mamba_chunk_size=8, attn_layer_indices=[1])),
    ("FalconH1", "hybrid state space", SMALL | dict(mamba_d_ssm=32, mamba_n_heads=4, mamba_d_head=8, mamba_n_groups=1, mamba_d_state=8, mamba_chunk_size=8)),
    ("Lfm2", "hybrid state space", SMALL | dict(num_hidden_layers=3, full_attn_idxs=[1])),
    ("RecurrentGemma", "recurrent", SMALL | dict(num_hidden_layers=3, lru_width=32, attention_window_size=8, conv1d_width=4)),
    ("Qwen3Next", "recurrent", FOUR_LAYERS | EXPERTS | DELTA_RULE | dict(shared_expert_intermediate_size=16)),
    ("OlmoHybrid", "recurrent", SMALL),
]  # fmt: skip
QUICK = {"Llama", "Mistral", "Gemma3", "Qwen3Moe", "DeepseekV3", "Mamba2", "Jamba", "RecurrentGemma"}


OTHER_WHEN_TRACED = {"Mamba", "FalconMamba", "Jamba"}  # the scan
NEW_STATES = {"RecurrentGemma"}  # makes its states anew where the cache has no place for them
FIXED_IN_TRAINING = {"RecurrentGemma"}  # an autograd function of its own
FUSED = {"Llama", "Mistral", "DeepseekV3", "Olmo3", "Jamba"}  # also with fused attention where the mask is given


def prompt_and_tokens() -> list[dict[str, Any]]:
    ids = token_ids(2, PROMPT + TOKENS)
    parts = (ids[:, :PROMPT], *ids[:, PROMPT:].split(1, dim=1))
    return [{"input_ids": part.clone(), "use_cache": True} for part in parts]


def padded(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The second prompt begins two tokens late. A mask that is given is used in eager runs, too, which otherwise do without one."""
    mask = torch.ones(2, PROMPT + TOKENS, dtype=torch.long)
    mask[1, :2] = 0
    seen = 0
    for call in calls:
        seen += call["input_ids"].shape[1]
        call["attention_mask"] = mask[:, :seen].clone()
    return calls


def class_of(name: str) -> str:
    return "GPT2LMHeadModel" if name == "GPT2" else f"{name}ForCausalLM"


def decoding(name: str, settings: dict[str, Any], kind: str, attention: str = "eager") -> Session:
    model = build(class_of(name), settings, attention).eval()
    made = library()
    held = made.StaticCache(config=model.config, max_cache_len=PROMPT + TOKENS + 2) if kind == "static" else made.DynamicCache(config=model.config)
    calls = prompt_and_tokens() if attention == "eager" else padded(prompt_and_tokens())
    return Inference(model, calls, {"cache": held}).session()


def fine_tuning(name: str, settings: dict[str, Any]) -> Session:
    model = build(class_of(name), settings)
    model.config.use_cache = False
    batches = [token_ids(2, 10) for _ in range(2)]
    return Training(model, [{"input_ids": ids, "labels": ids.clone()} for ids in batches]).session()


class Rwkv(Inference):
    """Hands the state on that the call before returned."""

    def steps(self, compiled: Compile) -> Iterator[Any]:
        function, state = compiled(self.module), None
        for arguments in self.calls:
            with torch.no_grad():
                result = function(**arguments, state=state)
            state = result.state
            yield result


def rwkv() -> Session:
    return Rwkv(build("RwkvForCausalLM", SMALL | dict(attention_hidden_size=32)).eval(), prompt_and_tokens()).session()


def programs() -> list[Program]:
    found = [Program("Rwkv-state", "recurrent", rwkv, False)]
    for name, family, settings in DECODERS:
        recurrent = family in ("state space", "hybrid state space", "recurrent")
        for kind in ("static", "dynamic"):
            found.append(
                Program(
                    f"{name}-{kind}-cache",
                    family,
                    starting(decoding, name, settings, kind),
                    kind == "static" or (recurrent and name not in NEW_STATES),
                    name in QUICK and kind == "static",
                    name in OTHER_WHEN_TRACED,
                )
            )
        if name in FUSED:
            found.append(Program(f"{name}-fused-attention", family, starting(decoding, name, settings, "static", "sdpa"), traced=True))
        found.append(
            Program(
                f"{name}-training",
                "training of decoders",
                starting(fine_tuning, name, settings),
                False,
                name == "Llama",
                name in OTHER_WHEN_TRACED,
                name not in FIXED_IN_TRAINING,
            )
        )
    return found
