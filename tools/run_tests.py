#!/usr/bin/env python3
"""Runs suites of tests and ends with one line: how many passed and failed.

run_tests.py --build DIR --sanitized DIR --venv DIR SUITE...     suites: cpp text python package models sanitize

All suites run, also after one has failed. With OUTPLACE_FULL=1 those that are bounded by default run all that they have. Counts come from the reports that the test programs write, and a suite that ran nothing has failed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.notes += other.notes

    def fail(self, note: str) -> Counts:
        self.failed += 1
        self.notes.append(note)
        return self


def run(command: list[str], env: dict[str, str] | None = None) -> int:
    sys.stdout.flush()
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL).returncode


def gtest_counts(report: Path) -> Counts:
    counts = Counts()
    for suite in json.loads(report.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            if test.get("failures"):
                counts.failed += 1
            elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
                counts.skipped += 1
            else:
                counts.passed += 1
    return counts


def cpp(build: Path, env: dict[str, str] | None = None) -> Counts:
    counts = Counts()
    for program in sorted(found for folder in ("src/*", "tests/property", "fuzz") for found in build.glob(f"{folder}/*_test")):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.json")
            code = run([str(program), "--gtest_brief=1", f"--gtest_output=json:{report}"], env)
            found = gtest_counts(report) if report.exists() else Counts()
            if code != 0 and found.failed == 0:
                found.fail(f"{program.name} ended with code {code}")
            counts.add(found)
    return counts


def text(build: Path, venv: Path, env: dict[str, str] | None = None) -> Counts:
    counts = Counts()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        code = run(
            [str(venv / "bin" / "lit"), "-sv", "-j", str(os.cpu_count() or 1), "-o", str(report), f"--path={venv / 'bin'}", "tests/text"],
            {"OUTPLACE": str(build / "bin" / "outplace"), "OUTPLACE_TEXT_OUTPUT": str(build / "text"), **(env or {})},
        )
        for test in json.loads(report.read_text())["tests"] if report.exists() else []:
            if test["code"] in ("PASS", "XFAIL", "FLAKYPASS"):
                counts.passed += 1
            elif test["code"] in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
                counts.skipped += 1
            else:
                counts.failed += 1
    if code != 0 and counts.failed == 0:
        counts.fail(f"lit ended with code {code}")
    return counts


def pytest(build: Path, venv: Path, folder: str) -> Counts:
    counts = Counts()
    with tempfile.TemporaryDirectory() as reports:
        report = Path(reports, "report.xml")
        code = run(
            [str(venv / "bin" / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", folder],
            {"OUTPLACE": str(build / "bin" / "outplace"), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        for suite in ElementTree.parse(report).iter("testsuite") if report.exists() else []:
            broken = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            counts.add(Counts(int(suite.get("tests", 0)) - broken - skipped, broken, skipped))
    if code != 0 and counts.failed == 0:
        counts.fail(f"pytest ended with code {code}")
    return counts


def sanitize(build: Path, venv: Path) -> Counts:
    env = {
        "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1:" + os.environ.get("ASAN_OPTIONS", ""),
        "UBSAN_OPTIONS": "print_stacktrace=1:" + os.environ.get("UBSAN_OPTIONS", ""),
    }
    counts = cpp(build, env)
    if (venv / "ready").exists():
        counts.add(text(build, venv, env))
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--sanitized", type=Path, required=True)
    parser.add_argument("--venv", type=Path, required=True)
    parser.add_argument("suites", nargs="+", choices=["cpp", "text", "python", "package", "models", "sanitize"])
    options = parser.parse_args()
    build, sanitized, venv = options.build.absolute(), options.sanitized.absolute(), options.venv.absolute()
    suites = {
        "cpp": ("C++ unit", lambda: cpp(build)),
        "text": ("text", lambda: text(build, venv)),
        "python": ("Python", lambda: pytest(build, venv, "tests/python")),
        "package": ("package", lambda: pytest(build, venv, "tests/package")),
        "models": ("models", lambda: pytest(build, venv, "tests/models")),
        "sanitize": ("sanitized", lambda: sanitize(sanitized, venv)),
    }
    total, lines = Counts(), []
    for name in options.suites:
        title, suite = suites[name]
        print(f"== {title} tests", flush=True)
        counts = suite()
        if counts.passed + counts.failed == 0:
            counts.fail("no test was run")
        lines.append(f"{title + ':':<12}{counts.passed} passed, {counts.failed} failed" + (f", {counts.skipped} skipped" if counts.skipped else ""))
        lines += [f"{'':12}{note}" for note in counts.notes]
        total.add(counts)
    print("\n" + "\n".join(lines))
    print(f"outplace: {total.passed} passed, {total.failed} failed" + (f", {total.skipped} skipped" if total.skipped else ""))
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
