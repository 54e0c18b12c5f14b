"""Random programs of views and writes: rewritten ones compute what eager PyTorch does, bit for bit, and few are refused."""

from __future__ import annotations

import pytest
import torch
from random_graphs import Builder, Tally, run_eager, run_seeds, writes

PROGRAMS = {"exact": range(1, 401), "ignore": range(1001, 1201)}
REFUSED = 0.06  # at the most, of a few hundred


@pytest.fixture(scope="module", params=sorted(PROGRAMS))
def tally(request: pytest.FixtureRequest, outplace: object) -> Tally:
    with torch.no_grad():
        return run_seeds(PROGRAMS[request.param], request.param)


def test_rewritten_programs_are_exact(tally: Tally) -> None:
    assert tally.failures == []


def test_few_programs_are_refused(tally: Tally) -> None:
    assert sum(tally.refused.values()) <= REFUSED * tally.programs, tally.refused


def test_equal_seeds_give_equal_programs() -> None:
    with torch.no_grad():
        texts = [[run_eager(Builder(seed).program()).text for seed in range(40)] for _ in range(2)]
    assert texts[0] == texts[1]


def test_programs_do_what_they_are_made_for() -> None:
    """Most of them write; all kinds of writes and views occur."""
    with torch.no_grad():
        texts = [run_eager(Builder(seed).program()).text for seed in range(300)]
    assert sum(bool(writes(text)) for text in texts) > 0.8 * len(texts)
    everything = "\n".join(texts)
    for form in ("] = ", " += ", "out = ", "_foreach_", ".copy_(", "index_put_", "scatter_", "masked_fill_", "as_strided(", ".unbind(", ".t_()", "torch.uint8)"):
        assert form in everything, form
