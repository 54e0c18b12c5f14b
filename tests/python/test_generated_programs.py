"""Programs of the C++ generator are valid in eager PyTorch, and their rewritten forms compute the same bits."""

from __future__ import annotations

import os

import pytest
import torch
from generated_programs import Tally, check_all, program_path

OPTIONS = {
    "random": ["--random", 300, "--seed", 1],
    "random, layout ignored": ["--random", 150, "--seed", 1001],
    "enumerated": ["--enumerate", 2, "--every", 97],
    "random, gradients": ["--random", 300, "--seed", 2001],
}
INVALID = 0.02  # at the most
INVALID_WITH_GRADIENTS = 0.3  # eager mode cannot differentiate many writes through views

pytestmark = pytest.mark.skipif(
    not os.access(program_path("PROPERTY_RUNNER", "tests", "property", "property_runner"), os.X_OK), reason="property_runner is not built; name it in PROPERTY_RUNNER"
)


@pytest.fixture(scope="module", params=sorted(OPTIONS))
def tally(request: pytest.FixtureRequest, outplace: object) -> Tally:
    with torch.no_grad():
        layout = "ignore" if "ignored" in request.param else "exact"
        return check_all(layout, 1, *OPTIONS[request.param], gradients="gradients" in request.param)


def test_programs_are_valid(tally: Tally, request: pytest.FixtureRequest) -> None:
    assert tally.programs > 40
    allowed = INVALID_WITH_GRADIENTS if "gradients" in request.node.name else INVALID
    assert tally.invalid.total() <= allowed * tally.programs, tally.invalid


def test_annotations_are_what_eager_mode_has(tally: Tally) -> None:
    assert tally.annotations == []


def test_rewritten_programs_are_exact(tally: Tally) -> None:
    assert tally.wrong == []


def test_rewritten_programs_without_annotations_are_exact(tally: Tally) -> None:
    assert tally.wrong_unannotated == []
