"""Text tests: a graph in, a graph or a message out, one claim a file.

%outplace    the command; lines of standard output that are the test's own RUN and CHECK comments are dropped, so that a check cannot match itself
%inputs      tests/text/Inputs; %binary is the command's file
%exits N     runs the rest of the line and succeeds if it ends with exit code N
FileCheck    is FileCheck-19
Regenerate expectations with tools/update_text_tests.py.
"""

import os
import shutil

import lit.formats

config.name = "outplace"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".py", ".txt", ".test"]
config.excludes = ["lit.cfg.py", "Inputs", "README.md"]
config.test_source_root = os.path.dirname(__file__)
repository = os.path.dirname(os.path.dirname(config.test_source_root))
config.test_exec_root = os.environ.get("OUTPLACE_TEXT_OUTPUT", os.path.join(repository, "build", "text"))

outplace = os.path.abspath(os.environ.get("OUTPLACE", os.path.join(repository, "build", "release", "bin", "outplace")))
if not os.access(outplace, os.X_OK):
    lit_config.fatal(f"{outplace} is not there: build it, or name it in OUTPLACE")
filecheck = shutil.which("FileCheck-19") or shutil.which("FileCheck")
if filecheck is None:
    lit_config.fatal("FileCheck is not there: install llvm-19-tools")

helpers = os.path.join(repository, "tests", "text", "Inputs")
for name in ("OUTPLACE", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["OUTPLACE"] = outplace
config.substitutions += [
    ("%outplace", os.path.join(helpers, "run_outplace.sh")),
    ("%exits", os.path.join(helpers, "expect_exit.sh")),
    ("%repository", repository),
    ("%inputs", helpers),
    ("%binary", outplace),
    (r"\bFileCheck(-19)?\b", filecheck),
]
