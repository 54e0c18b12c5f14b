"""All programs."""

from __future__ import annotations

import decoders
import encoder_decoders
import encoders
import networks
import optimizers
from sessions import Program


def all_programs() -> dict[str, Program]:
    found = [program for module in (networks, optimizers, encoders, encoder_decoders, decoders) for program in module.programs()]
    return {program.name: program for program in found}
