"""Settings that make runs repeatable, and the table of outcomes."""

from __future__ import annotations

import pytest
import torch

torch.set_num_threads(1)
ROWS: list[str] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if ROWS and terminalreporter.config.getoption("verbose") > 0:
        terminalreporter.write_line(f"{'program':46}{'sizes':10}{'graphs':>7}{'mutated':>9}{'written':>9}  outcome")
        for row in ROWS:
            terminalreporter.write_line(row)
