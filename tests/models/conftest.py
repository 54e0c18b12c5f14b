"""Settings that make runs repeatable, and the table of outcomes."""

from __future__ import annotations

import outcomes
import pytest
import torch

torch.set_num_threads(1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if outcomes.ROWS and terminalreporter.config.getoption("verbose") > 0:
        for row in (outcomes.HEAD, *outcomes.ROWS):
            terminalreporter.write_line(row)
