#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/report.py counts a crash, a broken file and an empty run as what they are."""
import pathlib
import subprocess
import sys
import tempfile

REPORT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "report.py"

CTEST = """<?xml version="1.0"?><testsuite name="x">
<testcase name="good" status="run"><system-out>fine</system-out></testcase>
<testcase name="bad" status="fail"><failure message="Failed"/><system-out>expected 4, got 5</system-out></testcase>
<testcase name="slow" status="fail"><failure message="Timeout"/></testcase>
<testcase name="lost" status="notrun"><skipped message="Unable to find executable"/></testcase>
<testcase name="away" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>a.cpp:5: Skipped
no GPU here

[  SKIPPED ] A.b (0 ms)</system-out></testcase></testsuite>"""
GTEST = """<?xml version="1.0"?><testsuites><testsuite name="A">
<testcase name="good" classname="A" status="run" result="completed"/>
<testcase name="bad" classname="A" status="run" result="completed"><failure message="3 is not 4"/></testcase>
<testcase name="away" classname="A" status="run" result="skipped"><skipped message="a.cpp:5&#x0A;no interop"/></testcase>
</testsuite></testsuites>"""


def report(**files):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (pathlib.Path(folder) / name.replace("_", ".")).write_text(content)
        run = subprocess.run([sys.executable, REPORT, folder], capture_output=True, text=True)
        lines = run.stdout.splitlines()
        return run.returncode, lines[-1], run.stdout


problems = []


def expect(what, truth):
    if not truth:
        problems.append(what)


code, last, said = report(a_xml=CTEST)
expect("ctest is counted: " + last, (code, last) == (1, "1 passed, 3 failed, 1 skipped"))
expect("the reason of a skip is printed", "skipped, no GPU here\n    a: away" in said)
expect("a failed test says what it said", "expected 4, got 5" in said)
expect("a timeout is named", "Timeout" in said)
code, last, said = report(b_xml=GTEST)
expect("GoogleTest is counted: " + last, (code, last) == (1, "1 passed, 1 failed, 1 skipped"))
expect("its reason of a skip is printed", "skipped, no interop" in said)
expect("all that passes is success", report(checks_tsv="passed\tone\t\n")[:2] == (0, "1 passed, 0 failed, 0 skipped"))
expect("a failed check fails", report(checks_tsv="passed\tone\t\nfailed\ttwo\t\n")[0] == 1)
expect("results that break off are a failure", report(c_xml=CTEST[:200])[:2] == (1, "0 passed, 1 failed, 0 skipped"))
expect("nothing at all is no success", report()[:2] == (1, "0 passed, 0 failed, 0 skipped"))
expect("skips alone are no success", report(checks_tsv="skipped\tone\t\n")[0] == 1)
print(*problems, sep="\n")
sys.exit(1 if problems else 0)
