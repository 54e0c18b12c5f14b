"""In-place and out= variants of torch's own operator database compute the same through views, and few are refused. OUTPLACE_FULL=1 runs them all."""

from __future__ import annotations

import os

import pytest
from op_database import Tally, check_all, report

FULL = os.environ.get("OUTPLACE_FULL") == "1"
REFUSED = 0.03  # at the most


@pytest.fixture(scope="module")
def tally() -> Tally:
    found = check_all(4) if FULL else check_all(2, every=61)
    print("\n" + "\n".join(report(found)))
    return found


def test_nothing_is_silently_wrong(tally: Tally) -> None:
    assert tally.programs > (20_000 if FULL else 400)
    assert tally.wrong == []


def test_few_are_refused(tally: Tally) -> None:
    assert tally.outcomes["refused"] <= REFUSED * tally.programs, list(report(tally))
