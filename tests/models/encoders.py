"""Encoders of text, pictures and sound, and models of two towers: inference and training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from sessions import Program, inferring, starting, token_ids, training
from transformer_models import build

Settings = dict[str, Any]
LAYERS = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
TEXT = LAYERS | dict(vocab_size=100, max_position_embeddings=64, pad_token_id=0)
IMAGE = LAYERS | dict(image_size=16, patch_size=4, num_labels=5)
AUDIO = LAYERS | dict(
    conv_dim=(16, 16), conv_stride=(4, 4), conv_kernel=(8, 4), num_feat_extract_layers=2, num_conv_pos_embeddings=8, num_conv_pos_embedding_groups=2,
    mask_time_length=2, mask_time_min_masks=1, vocab_size=20, pad_token_id=0,
)  # fmt: skip
SPEC_AUGMENT = dict(apply_spec_augment=False)  # chooses what to hide with numpy
DEBERTA = dict(relative_attention=True, pos_att_type=["c2p", "p2c"])
STAGES = dict(hidden_sizes=[8, 16], depths=[1, 1], num_labels=5)
WINDOWS = dict(image_size=16, patch_size=2, embed_dim=16, depths=[2, 1], num_heads=[2, 2], window_size=4, num_labels=5)
CLIP = dict(
    text_config=TEXT | dict(bos_token_id=1, eos_token_id=2, projection_dim=16),
    vision_config=LAYERS | dict(image_size=16, patch_size=4, projection_dim=16),
    projection_dim=16,
)
CVT = dict(
    embed_dim=[8, 16], num_heads=[1, 2], depth=[1, 2], patch_sizes=[3, 3], patch_stride=[2, 2], patch_padding=[1, 1], mlp_ratio=[2.0, 2.0],
    attention_drop_rate=[0.0, 0.0], drop_rate=[0.0, 0.0], drop_path_rate=[0.0, 0.1], qkv_bias=[True, True], cls_token=[False, True],
    qkv_projection_method=["dw_bn", "dw_bn"], kernel_qkv=[3, 3], padding_kv=[1, 1], stride_kv=[2, 2], padding_q=[1, 1], stride_q=[1, 1], num_labels=5,
)  # fmt: skip


def ids() -> Settings:
    return {"input_ids": token_ids(2, 12)}


def masked_ids() -> Settings:
    mask = torch.ones(2, 12, dtype=torch.long)
    mask[1, 9:] = 0
    return {**ids(), "attention_mask": mask}


def picture(size: int = 16) -> Settings:
    return {"pixel_values": torch.randn(2, 3, size, size)}


def video() -> Settings:
    return {"pixel_values": torch.randn(2, 2, 3, 16, 16)}


def sound() -> Settings:
    return {"input_values": torch.randn(2, 800)}


def spectrum() -> Settings:
    return {"input_values": torch.randn(2, 24, 16)}


def ids_and_picture() -> Settings:
    return {**ids(), **picture()}


def large_picture() -> Settings:
    return picture(32)


def series() -> Settings:
    return {"past_values": torch.randn(2, 16, 2), "future_values": torch.randn(2, 4, 2)}


def trajectory() -> Settings:
    sizes = dict(states=5, actions=3, rewards=1, returns_to_go=1)
    return {name: torch.randn(2, 6, size) for name, size in sizes.items()} | {"timesteps": torch.arange(6).repeat(2, 1), "attention_mask": torch.ones(2, 6)}


# Class of the model, its family, how it is configured, and what it is given.
ENCODERS: list[tuple[str, str, Settings, Callable[[], Settings]]] = [
    ("BertForSequenceClassification", "text", TEXT, masked_ids),
    ("AlbertForSequenceClassification", "text", TEXT | dict(embedding_size=16), masked_ids),
    ("DistilBertForSequenceClassification", "text", dict(vocab_size=100, dim=32, n_layers=2, n_heads=4, hidden_dim=64, max_position_embeddings=64), masked_ids),
    ("DebertaForSequenceClassification", "text", TEXT | DEBERTA | dict(max_relative_positions=16), masked_ids),
    ("DebertaV2ForSequenceClassification", "text", TEXT | DEBERTA | dict(position_buckets=8, norm_rel_ebd="layer_norm", share_att_key=True), masked_ids),
    ("RobertaForSequenceClassification", "text", TEXT, masked_ids),
    ("ElectraForSequenceClassification", "text", TEXT | dict(embedding_size=16), masked_ids),
    ("MPNetForSequenceClassification", "text", TEXT, masked_ids),
    ("XLNetForSequenceClassification", "text", dict(vocab_size=100, d_model=32, n_layer=2, n_head=4, d_inner=64, pad_token_id=0), masked_ids),
    ("LongformerForSequenceClassification", "text", TEXT | dict(attention_window=[4, 4]), masked_ids),
    ("BigBirdForSequenceClassification", "text", TEXT | dict(attention_type="block_sparse", block_size=2, num_random_blocks=1), masked_ids),
    ("FNetForSequenceClassification", "text", TEXT, ids),
    ("FunnelForSequenceClassification", "text", dict(vocab_size=100, block_sizes=[1, 1], num_decoder_layers=1, d_model=32, n_head=4, d_head=8, d_inner=64), masked_ids),
    ("ConvBertForSequenceClassification", "text", TEXT | dict(embedding_size=16, conv_kernel_size=3, head_ratio=2), masked_ids),
    ("MobileBertForSequenceClassification", "text", TEXT | dict(embedding_size=32, intra_bottleneck_size=32), masked_ids),
    ("CanineForSequenceClassification", "text", TEXT | dict(num_hash_functions=2, num_hash_buckets=16, downsampling_rate=2, upsampling_kernel_size=2, local_transformer_stride=4), masked_ids),
    ("YosoForSequenceClassification", "text", TEXT, masked_ids),
    ("RoFormerForSequenceClassification", "text", TEXT, masked_ids),
    ("ModernBertForSequenceClassification", "text", TEXT | dict(local_attention=4, global_attn_every_n_layers=2), masked_ids),
    ("ViTForImageClassification", "vision", IMAGE, picture),
    ("DeiTForImageClassification", "vision", IMAGE, picture),
    ("BeitForImageClassification", "vision", IMAGE | dict(use_relative_position_bias=True), picture),
    ("Dinov2ForImageClassification", "vision", IMAGE, picture),
    ("ViTMAEForPreTraining", "vision", IMAGE | dict(decoder_hidden_size=16, decoder_num_hidden_layers=1, decoder_num_attention_heads=2, decoder_intermediate_size=32), picture),
    ("SwinForImageClassification", "vision", WINDOWS, picture),
    ("Swinv2ForImageClassification", "vision", WINDOWS, picture),
    ("ConvNextForImageClassification", "vision", STAGES | dict(num_stages=2, patch_size=2), picture),
    ("ConvNextV2ForImageClassification", "vision", STAGES | dict(num_stages=2, patch_size=2), picture),
    ("PoolFormerForImageClassification", "vision", STAGES | dict(patch_sizes=[3, 3], strides=[2, 2], padding=[1, 1], num_encoder_blocks=2), picture),
    ("FocalNetForImageClassification", "vision", STAGES | dict(image_size=16, patch_size=2, embed_dim=8, focal_levels=[2, 2], focal_windows=[3, 3]), picture),
    ("SegformerForImageClassification", "vision", STAGES | dict(num_encoder_blocks=2, sr_ratios=[2, 1], patch_sizes=[3, 3], strides=[2, 2], num_attention_heads=[1, 2], mlp_ratios=[2, 2]), picture),
    ("VideoMAEForVideoClassification", "vision", IMAGE | dict(num_frames=2, tubelet_size=2), video),
    ("TimesformerForVideoClassification", "vision", IMAGE | dict(num_frames=2), video),
    ("ResNetForImageClassification", "vision with batch norms", STAGES | dict(embedding_size=8), picture),
    ("RegNetForImageClassification", "vision with batch norms", STAGES | dict(embedding_size=8, groups_width=8), picture),
    ("MobileNetV1ForImageClassification", "vision with batch norms", dict(depth_multiplier=0.25, num_labels=5), large_picture),
    ("MobileNetV2ForImageClassification", "vision with batch norms", dict(depth_multiplier=0.25, num_labels=5), large_picture),
    ("CvtForImageClassification", "vision with batch norms", CVT, picture),
    ("MobileViTForImageClassification", "vision with batch norms", dict(image_size=32, hidden_sizes=[16, 24, 32], neck_hidden_sizes=[8, 8, 8, 16, 16, 16, 32], num_attention_heads=2, num_labels=5), large_picture),
    ("Wav2Vec2ForCTC", "audio", AUDIO | SPEC_AUGMENT, sound),
    ("HubertForCTC", "audio", AUDIO | SPEC_AUGMENT, sound),
    ("WavLMForCTC", "audio", AUDIO | SPEC_AUGMENT, sound),
    ("UniSpeechForCTC", "audio", AUDIO | SPEC_AUGMENT, sound),
    ("SEWForCTC", "audio", AUDIO | SPEC_AUGMENT | dict(squeeze_factor=2), sound),
    ("Data2VecAudioForCTC", "audio", AUDIO | SPEC_AUGMENT | dict(conv_pos_kernel_size=3, num_conv_pos_embeddings=2), sound),
    ("Wav2Vec2ConformerForCTC", "audio", AUDIO | SPEC_AUGMENT | dict(position_embeddings_type="relative"), sound),
    ("ASTForAudioClassification", "audio", LAYERS | dict(max_length=24, num_mel_bins=16, patch_size=8, num_labels=5), spectrum),
    ("CLIPModel", "two towers", CLIP, ids_and_picture),
    ("SiglipModel", "two towers", CLIP, ids_and_picture),
    ("ChineseCLIPModel", "two towers", CLIP, ids_and_picture),
    ("PatchTSTForPrediction", "series", dict(num_input_channels=2, context_length=16, patch_length=4, patch_stride=4, prediction_length=4, d_model=16, num_attention_heads=2, ffn_dim=16, num_hidden_layers=2), series),
    ("DecisionTransformerModel", "series", dict(hidden_size=32, n_layer=2, n_head=4, state_dim=5, act_dim=3, max_ep_len=32), trajectory),
]  # fmt: skip
QUICK = {"BertForSequenceClassification", "ViTForImageClassification", "ResNetForImageClassification", "Wav2Vec2ForCTC", "CLIPModel", "PatchTSTForPrediction"}

NORMED = {"PatchTSTForPrediction", "Wav2Vec2ConformerForCTC"}  # with batch norms
BROKEN = {"LongformerForSequenceClassification"}  # into graphs of which one writes what another made


def programs() -> list[Program]:
    found = []
    for model, family, settings, inputs in ENCODERS:
        cnn = family == "vision with batch norms"
        writes = None if model in BROKEN else cnn or model in NORMED
        leaves = inputs is not sound  # these models set requires_grad on what they make of a sound
        made = starting(build, model, settings)
        found.append(Program(f"{model}-inference", family, starting(inferring, made, inputs), None if model in BROKEN else False, model in QUICK and not cnn))
        found.append(Program(f"{model}-training", family, starting(training, made, inputs, 2, leaves), writes, model in QUICK and cnn))
    return found
