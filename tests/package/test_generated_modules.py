"""Programs of the C++ generator, rewritten through the bridge, compute the same bits."""

from __future__ import annotations

import os

import pytest
import torch
from generated_modules import check_all
from generated_programs import program_path

pytestmark = pytest.mark.skipif(
    not os.access(program_path("PROPERTY_RUNNER", "tests", "property", "property_runner"), os.X_OK),
    reason="property_runner is not built; name it in PROPERTY_RUNNER",
)

FULL = os.environ.get("OUTPLACE_FULL") == "1"
PROGRAMS = {
    "random": ("exact", ["--random", 20_000 if FULL else 400, "--seed", 5001]),
    "random, layout ignored": ("ignore", ["--random", 5_000 if FULL else 120, "--seed", 60001]),
    "enumerated": ("exact", ["--enumerate", 2, "--every", 1 if FULL else 97]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_generated_programs(name: str) -> None:
    layout, options = PROGRAMS[name]
    with torch.no_grad():  # the programs change the mode
        tally = check_all(layout, 1, *options)
    assert tally.programs > 40
    assert tally.wrong == []
    assert tally.refused.total() < 0.05 * tally.programs, tally.refused
    assert len(tally.rounding) < 0.01 * tally.programs, tally.rounding
