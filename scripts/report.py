#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up a test run: report.py FOLDER reads its *.xml (of ctest or GoogleTest) and checks.tsv, prints what failed and what
was skipped and why, and ends with the line `N passed, M failed, K skipped`. Exit 0: something passed, nothing failed."""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

Result = collections.namedtuple("Result", "verdict name said")


def skip_reason(said):
    """What a skipped test gave as its reason: GoogleTest prints it after `Skipped`, a script on its last line."""
    match = re.search(r": Skipped\n(.+?)\n(?:\n|\[|$)", said + "\n", re.DOTALL)
    lines = (match.group(1) if match else said).strip().splitlines()
    return lines[0 if match else -1].strip() if lines else "no reason given"


def of_ctest(suite, build):
    """ctest's own notion of a test; `notrun` without a <skipped> of ours means that the program could not be started."""
    for case in suite.iter("testcase"):
        said = "".join(case.itertext())
        name = f"{build}: {case.get('name').split('  # GetParam')[0]}"
        skipped = case.find("skipped")
        status = case.get("status")
        if status == "run":
            yield Result("passed", name, said)
        elif status == "disabled":
            yield Result("skipped", name, "disabled in its source")
        elif status == "notrun" and skipped is not None and "SKIP" in skipped.get("message", ""):
            yield Result("skipped", name, skip_reason(said))
        else:
            why = (case.find("failure") if case.find("failure") is not None else skipped)
            yield Result("failed", name, f"{why.get('message', '') if why is not None else status}\n{said}")


def of_gtest(root, program):
    for case in root.iter("testcase"):
        name = f"{program}: {case.get('classname')}.{case.get('name')}"
        failures = [f.get("message", "") for f in case.findall("failure")]
        skipped = case.find("skipped")
        if failures:
            yield Result("failed", name, "\n".join(failures))
        elif skipped is not None:
            yield Result("skipped", name, (skipped.get("message") or "no reason given").strip().splitlines()[-1])
        elif case.get("status") == "notrun":
            yield Result("skipped", name, "disabled in its source")
        else:
            yield Result("passed", name, "")


def of_checks(file):
    for line in file.read_text().splitlines():
        verdict, name, log = line.split("\t")
        said = pathlib.Path(log).read_text(errors="replace") if log else ""
        yield Result(verdict, name, skip_reason(said) if verdict == "skipped" else said)


def read(folder):
    for file in sorted(folder.glob("*.xml")):
        try:
            root = xml.parse(file).getroot()
        except xml.ParseError as error:
            yield Result("failed", file.stem, f"its results are broken, so it crashed: {error}")
            continue
        yield from (of_gtest if root.tag == "testsuites" else of_ctest)(root, file.stem)
    if (folder / "checks.tsv").exists():
        yield from of_checks(folder / "checks.tsv")


def essence(said, most=120):
    """Without the progress of a build; of long output the first error and the end."""
    lines = [line for line in said.strip().splitlines() if not re.match(r"\[\d+/\d+\] [A-Z]", line)]
    if len(lines) <= most:
        return lines
    start = next((i for i, line in enumerate(lines) if re.search(r"FAILED|[Ee]rror|Failure", line)), 0)
    start = min(start, len(lines) - most)
    return lines[start:start + most - 20] + ["..."] + lines[-20:]


def main():
    results = list(read(pathlib.Path(sys.argv[1])))
    by = collections.defaultdict(list)
    for result in results:
        by[result.verdict].append(result)

    reasons = collections.defaultdict(list)
    for result in by["skipped"]:
        reasons[result.said].append(result.name)
    for reason, names in reasons.items():
        print(f"\nskipped, {reason}")
        for name in names:
            print(f"    {name}")
    for result in by["failed"]:
        print(f"\nFAILED {result.name}")
        for line in essence(result.said):
            print(f"    {line}")
    print(f"\n{len(by['passed'])} passed, {len(by['failed'])} failed, {len(by['skipped'])} skipped")
    return 0 if by["passed"] and not by["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
