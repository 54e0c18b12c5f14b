#!/usr/bin/env python3
"""Rewrites the expectations of text tests with what the command prints now. Read the diff before you commit it.

tools/update_text_tests.py [--adopt] [FILE...]        all tests by default

Only tests that carry the line "# Checks: generated" are touched; --adopt adds it to the named files. The first RUN line must be `%outplace ... | FileCheck-19 %s`: its whole output becomes
CHECK lines below the last RUN line.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests" / "text"
MARK = "# Checks: generated"
CHECK = re.compile(r"^# CHECK(-NEXT|-EMPTY)?:.*\n", re.MULTILINE)
RUN = re.compile(r"^# RUN: %outplace (.*?)\s*\|\s*FileCheck-19 %s\s*$", re.MULTILINE)


def output_of(test: Path, arguments: str) -> str:
    outplace = os.environ.get("OUTPLACE", str(ROOT / "build" / "release" / "bin" / "outplace"))
    words = [word.replace("%s", str(test)).replace("%inputs", str(TESTS / "Inputs")) for word in shlex.split(arguments)]
    command = [str(TESTS / "Inputs" / "run_outplace.sh"), *words]
    result = subprocess.run(command, env={**os.environ, "OUTPLACE": outplace}, capture_output=True, text=True, check=True)
    return result.stdout.replace(MARK + "\n", "")


def as_checks(output: str) -> str:
    lines, directive = [], "CHECK:"
    for line in output.strip("\n").splitlines():
        escaped = re.sub(r"\[\[|\{\{", lambda match: "{{" + re.escape(match[0]) + "}}", line.rstrip())
        if escaped:
            lines.append(f"# {directive:<11} {escaped}")
        elif lines:
            lines.append("# CHECK-EMPTY:")
        directive = "CHECK-NEXT:"
    return "\n".join(lines) + "\n"


def update(test: Path, adopt: bool) -> bool:
    old = test.read_text()
    run = RUN.search(old)
    if run is None or (MARK not in old and not adopt):
        return False
    bare = CHECK.sub("", old).replace(MARK + "\n", "")
    last_run = max(match.end() for match in re.finditer(r"^# RUN:.*\n", bare, re.MULTILINE))
    checks = as_checks(output_of(test, run[1]))
    new = bare[:last_run] + MARK + "\n" + checks + "\n" + bare[last_run:].lstrip("\n")
    if new != old:
        test.write_text(new)
    return new != old


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adopt", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    tests = options.files or sorted(path for path in TESTS.rglob("*.py") if "Inputs" not in path.parts and path.name != "lit.cfg.py")
    for test in tests:
        if update(test.absolute(), options.adopt and bool(options.files)):
            print(f"updated {test}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
