#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `satscope check` says of a program is what its comments promise, in the JSON of docs/check.schema.json.

usage: check_test.py SATSCOPE PROGRAM.cu [COMPILER]
`// expect KIND` ends a line that a finding of this kind must name, `// note KIND` one of a note. Of the whole file are
`// kind:`, `// only a note:`, `// not:` (a kind), `// says:` (a finding, the table or an error), `// does not say:`, `// in: FILE:LINE`,
`// first:` (the kind of the first finding) and `// table:`, and `// verdict:` where it does not follow from the others.
`// words:` are further words of the command line; files are named from the folder of the program.
A program that promises nothing must have no finding. Exit 77: there is no such compiler.
"""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

MOST_MEMORY = 1500 << 10  # KB, of the check, a compiler or the program
CODES = {"nothing found": 0, "findings": 3, "does not compile": 4, "not supported here": 5, "not finished": 6, "leaks": 7}
SCHEMA = pathlib.Path(__file__).parents[2] / "docs" / "check.schema.json"


def problems(report, code, text):
    lines = text.splitlines()
    expected = [(found[1], number) for number, line in enumerate(lines, 1) if (found := re.search(r"// expect (\w+)$", line))]
    notes = [(found[1], number) for number, line in enumerate(lines, 1) if (found := re.search(r"// note (\w+)$", line))]
    whole = {word: re.findall(rf"^// {word}: (.*)$", text, re.M)
             for word in ("kind", "only a note", "not", "says", "does not say", "in", "first", "table", "verdict")}
    found = [(finding["kind"], place["line"]) for finding in report["findings"] for place in (finding, finding["other"]) if place]
    found += [(finding["kind"], line) for finding in report["findings"] for line in finding["lines"]]
    found += [("error", error["line"]) for error in report["errors"]]
    for promise in expected:
        if promise not in found:
            yield f"no finding of {promise}"
    found_notes = [(finding["kind"], finding["line"]) for finding in report["findings"] if finding["note"]]
    for promise in notes:
        if promise not in found_notes:
            yield f"no note of {promise}"
    for kind in whole["only a note"]:
        if [kind] != [finding["kind"] for finding in report["findings"]] or not found_notes:
            yield f"not one note of the kind {kind}"
    for kind in whole["not"]:
        if kind in (kind_found for kind_found, _ in found):
            yield f"a finding of the kind {kind}"
    for kind in whole["kind"]:
        if kind not in (kind_found for kind_found, _ in found):
            yield f"no finding of the kind {kind}"
    for sentence in whole["says"]:
        if sentence not in json.dumps([report["findings"], report["errors"], report["table"]]):
            yield f"no finding says: {sentence}"
    for sentence in whole["does not say"]:
        if sentence in json.dumps([report["findings"], report["errors"], report["table"]]):
            yield f"a finding says: {sentence}"
    for place in whole["in"]:
        if place not in (f"{pathlib.Path(finding['file']).name}:{finding['line']}" for finding in report["findings"]):
            yield f"no finding in {place}"
    for kind in whole["first"]:
        if [kind] != [finding["kind"] for finding in report["findings"]][:1]:
            yield f"the first finding is not of the kind {kind}"
    for state in whole["table"]:
        if report["table"]["state"] != state:
            yield f"the table is {report['table']['state']}, not {state}"
    for verdict in whole["verdict"]:
        if report["verdict"] != verdict:
            yield f"the verdict is '{report['verdict']}', not '{verdict}'"
    errors = any(kind == "error" for kind, _ in expected) or "error" in whole["kind"]
    wrong = expected or whole["kind"] or "wrong" in whole["table"]
    verdict = whole["verdict"][0] if whole["verdict"] else "does not compile" if errors else "findings" if wrong else "nothing found"
    if code != CODES[verdict]:
        yield f"the exit code is {code}"


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    compiler = sys.argv[3] if len(sys.argv) > 3 else "g++"
    if not shutil.which(compiler):
        print(f"skipped: {compiler} is not here")
        sys.exit(77)
    before = set(os.listdir(source.parent))
    words = [word for line in re.findall(r"^// words: (.*)$", source.read_text(), re.M) for word in line.split()]
    words = [str(source.parent / word) if (source.parent / word).exists() else word for word in words]
    run = subprocess.run([program, "check", source, "--json", "--compiler", compiler, *words],
                         capture_output=True, text=True, timeout=240)
    if not run.stdout:
        sys.exit(f"no report: {run.stderr}")
    report = json.loads(run.stdout)
    wrong = list(problems(report, run.returncode, source.read_text()))
    try:
        import jsonschema
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(report)
    except ImportError:
        pass
    # the control: a report without its findings, errors and table must not do
    blank = {**report, "findings": [], "errors": [], "table": {"state": "?"}}
    if not list(problems(blank, 9, source.read_text())):
        wrong.append("the test is blind")
    if set(os.listdir(source.parent)) != before:
        wrong.append("something is left behind")
    if resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > MOST_MEMORY:
        wrong.append(f"it took more than {MOST_MEMORY} KB of memory")
    if wrong:
        sys.exit("\n".join([*wrong, run.stdout]))


if __name__ == "__main__":
    main()
