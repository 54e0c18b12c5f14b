"""Every Python block of the documentation runs as it stands, and the reference of the API is what the docstrings say."""

from __future__ import annotations

import linecache
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_blocks_run(page: str) -> None:
    text = (DOCS / page).read_text()
    namespace: dict[str, Any] = {"__name__": "docs"}
    torch._dynamo.reset()
    torch.manual_seed(0)
    for match in BLOCK.finditer(text):
        name = f"<{page}:{text[: match.start()].count(chr(10)) + 2}>"
        linecache.cache[name] = (len(match[1]), None, match[1].splitlines(keepends=True), name)
        exec(compile(match[1], name, "exec", dont_inherit=True), namespace)


def test_the_reference_is_up_to_date() -> None:
    made = subprocess.run([sys.executable, DOCS.parent / "tools" / "api_reference.py"], capture_output=True, text=True, check=True).stdout
    assert (DOCS / "api.md").read_text() == made, "run tools/api_reference.py > docs/api.md"
