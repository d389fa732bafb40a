#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/run_tests.py judges each test of a shared process as if it had run alone: one that fails, skips, crashes, hangs or leaks."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# speaks like a GoogleTest program; the name of a test says what it does; `count` has a line for each process
PROGRAM = """#!/usr/bin/env python3
import os, sys, time
names = next(a for a in sys.argv if a.startswith("--gtest_filter=")).split("=")[1].split(":")
open(os.environ["COUNT"], "a").write(":".join(names) + "\\n")
status = 0
for name in names:
    print("[ RUN      ] " + name, flush=True)
    if "Crashes" in name: os.abort()
    if "Hangs" in name: time.sleep(60)
    if "Leaves" in name: sys.exit(0)
    if "Leaks" in name or "Lasts" in name and len(names) > 1: status = 23
    if "Fails" in name: status = 1
    if "Skips" in name: print("a.cpp:5: Skipped\\nno GPU here\\n")
    word = "FAILED " if "Fails" in name else "SKIPPED" if "Skips" in name else "     OK"
    print("text without an end" * ("Talks" in name) + f"[  {word} ] {name}"
          + (", where GetParam() = 4" if "Fails" in name else "") + " (3 ms)", flush=True)
sys.exit(status)
"""

CTEST = "#!/bin/sh\ncat {tests}\n"


def run(*names, **properties):
    """Verdicts by name, and the tests of each process."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "program").write_text(PROGRAM)
        (at / "ctest").write_text(CTEST.format(tests=at / "tests.json"))
        for file in ("program", "ctest"):
            (at / file).chmod(0o755)
        (at / "tests.json").write_text(json.dumps({"tests": [{
            "name": name + "  # GetParam() = 4" * ("/" in name),
            "command": [str(at / ("nowhere" if "Lost" in name else "program")), "--gtest_filter=" + name],
            "properties": [{"name": key, "value": value} for key, value in
                           {"SKIP_REGULAR_EXPRESSION": ["\\[  SKIPPED \\]"], **properties}.items()]} for name in names]}))
        (at / "count").touch()
        done = subprocess.run([sys.executable, ROOT / "scripts/run_tests.py", "build", at / "all.xml", "2", "2"],
                              env=os.environ | {"PATH": f"{at}:{os.environ['PATH']}", "COUNT": str(at / "count")},
                              capture_output=True, text=True)
        processes = (at / "count").read_text().split()
        report = subprocess.run([sys.executable, ROOT / "scripts/report.py", folder], capture_output=True, text=True).stdout
        return done.stderr + report, processes


problems = []


def expect(what, truth, said=""):
    if not truth:
        problems.append(f"{what}\n{said}")


def expect_counts(what, counts, *names, says="", processes=None, **properties):
    said, ran = run(*names, **properties)
    passed, failed, skipped = counts
    expect(what, said.splitlines()[-1] == f"{passed} passed, {failed} failed, {skipped} skipped" and says in said
           and (processes is None or len(ran) == processes), said + str(ran))


expect_counts("good ones share a process", (3, 0, 0), "A.one", "A.two", "B.Talks/x", processes=1)
expect_counts("each has its verdict", (1, 1, 1), "A.one", "A.Fails/x", "A.Skips", processes=1, says="skipped, no GPU here\n    all: A.Skips")
expect_counts("one that crashes takes none with it", (2, 1, 0), "A.one", "A.Crashes", "A.two", says="ended by signal 6", processes=2)
expect_counts("one that hangs takes none with it", (2, 1, 0), "A.one", "A.Hangs", "A.two", says="Timeout", processes=2)
expect_counts("one that leaves early has failed", (2, 1, 0), "A.one", "A.Leaves", "A.two", says="ended before the test did")
expect_counts("the one that leaks is found", (2, 1, 0), "A.one", "A.Leaks", "A.two", says="FAILED all: A.Leaks", processes=4)
expect_counts("what ends badly only together is no success", (1, 1, 0), "A.one", "A.Lasts", says="alone end well")
expect_counts("one whose program is missing has failed", (0, 2, 0), "A.Lost", "A.LostToo", says="Unable to find")
expect_counts("alone means alone", (2, 0, 0), "A.one", "A.two", LABELS=["alone"], processes=2)
expect_counts("as many as may share", (30, 0, 0), *(f"A.t{i}" for i in range(30)), processes=3)
print(*problems, sep="\n")
sys.exit(1 if problems else 0)
