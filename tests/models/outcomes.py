"""The table of outcomes: one row a program that was compared."""

from __future__ import annotations

ROWS: list[str] = []
HEAD = f"{'program':46}{'sizes':10}{'graphs':>7}{'mutated':>9}{'written':>9}  outcome"
