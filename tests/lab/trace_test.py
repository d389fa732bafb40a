#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The trace of a CUDA file is valid, says what its steps do, and counts what our own kernel counts.

usage: trace_test.py SATSCOPE PROGRAM.cu
`// as: ID NAME=VALUE ...` in the program names the algorithm of ours that does the same; without it only the trace itself is
looked at. Exit 77: there is no g++, or this Python has no numpy.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "independent"))
sys.dont_write_bytecode = True
try:
    import counters
    import table
    from memory import Memory, Wrong
except ImportError:
    print("skipped: this Python has no numpy")
    sys.exit(77)

SCHEMA = ROOT / "docs" / "trace.schema.json"
SIZES = ["7x5", "1x17", "17x9"]
# steps, and with them idle lanes, are cut otherwise: ours also where no barrier is
SAME = [name for name in sorted(counters.KNOWN) if name not in ("steps", "idle_lanes") and "register" not in name]


def output(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise Wrong(done.stderr.strip())
    return json.loads(done.stdout)


def replay(trace):
    memory = Memory(trace)
    for step in trace["steps"]:
        memory.execute(step)
    counters.check(trace)
    table.check(trace, memory)
    return memory.values[trace["table"]]


def validate(trace):
    try:
        import jsonschema
    except ImportError:
        return
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(trace)


def differences(theirs, ours):
    return [f"{name} is {theirs[name]}, and {ours[name]} of our kernel" for name in SAME if theirs[name] != ours[name]]


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    if not shutil.which("g++"):
        print("skipped: g++ is not here")
        sys.exit(77)
    text = source.read_text()
    same = re.search(r"^// as: (\S+)(.*)$", text, re.M)
    for size in SIZES:
        trace = output(program, "trace", "--algorithm", source, "--size", size)
        if size == SIZES[0]:
            validate(trace)
        entries = replay(trace)
        if not trace["provenance_exact"]:
            sys.exit(f"{size}: not every entry is found to sum its pixels")
        lines = {access["line"] for step in trace["steps"] for access in step["reads"] + step["writes"]}
        if not all(re.search(r"\[|__shfl", text.splitlines()[line - 1]) for line in lines):
            sys.exit(f"{size}: an access is in a line without one")
        if not same:
            continue
        params = [word for param in same[2].split() for word in ("--param", param)]
        own = output(program, "trace", "--algorithm", same[1], "--machine-size", "real", "--size", size, "--form", trace["form"],
                     *params)
        wrong = differences(trace["counters"]["total"], own["counters"]["total"])
        if replay(own) != entries:
            wrong.append("the table differs from that of our kernel")
        if wrong:
            sys.exit(f"{size}: " + "; ".join(wrong))
        # the control: one count more must be seen
        more = dict(trace["counters"]["total"], bank_conflicts=trace["counters"]["total"]["bank_conflicts"] + 1)
        if not differences(more, own["counters"]["total"]):
            sys.exit("the test is blind")


if __name__ == "__main__":
    main()
