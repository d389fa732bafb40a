#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `satscope trace` writes is what docs/trace.schema.json says, and the schema refuses what is not.

usage: trace_schema.py SATSCOPE
Exit 0: so it is; 77: this Python has no jsonschema.
"""
import copy
import json
import os
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: this Python has no jsonschema")
    sys.exit(77)

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "trace.schema.json").read_text())


ALL_SIZES = os.environ.get("SATSCOPE_ALL_SIZES", "0") not in ("", "0")
EXCHANGING = ["trace", "--algorithm", "single-pass", "--size", "40x20", "--schedule", "reversed:8"]
FAILING = ["trace", "--algorithm", "scan-transpose-scan", "--size", "8x8"]


def output(program, *words):
    return json.loads(subprocess.run([program, *words], capture_output=True, check=True).stdout)


def spoil(trace):
    """The same trace, wrong in one way each."""
    reading = next(i for i, step in enumerate(trace["steps"]) if step["reads"])
    for change in (
        lambda t: t.pop("races"),
        lambda t: t["steps"][0].update(label=""),
        lambda t: t["steps"][0].update(line=0),
        lambda t: t["steps"][reading]["reads"][0].pop("value"),
        lambda t: t["counters"]["total"].pop("additions"),
        lambda t: t["counters"]["passes"][0].update(reads="many"),
        lambda t: t["buffers"][0].update(space="texture"),
        lambda t: t.update(provenance_exact=1),
        lambda t: t.update(threads_apart={"order": "backwards"}),
        lambda t: t.update(hardware={"cycles": 64}),
    ):
        wrong = copy.deepcopy(trace)
        change(wrong)
        yield wrong


def main():
    program = sys.argv[1]
    check = jsonschema.Draft202012Validator(SCHEMA)
    for algorithm in output(program, "list", "--json")["algorithms"]:
        if algorithm["untraced"]:
            continue
        # a real machine's trace takes ten times as long to look through: of all of them in ./test --all
        for size in ("toy", "real") if ALL_SIZES or algorithm["id"] == "serial" else ("toy",):
            trace = output(program, "trace", "--algorithm", algorithm["id"], "--size", "7x5", "--machine-size", size)
            check.validate(trace)
    refused = subprocess.run([program, *FAILING, "--delete-barrier", "nowhere.h:1"], capture_output=True, text=True).stderr
    barrier = refused.split("they are ")[1].split()[0]
    failing = output(program, *FAILING, "--delete-barrier", barrier)
    check.validate(failing)
    if not failing["threads_apart"]["wrong"]:
        sys.exit("a barrier is missing and nothing is wrong")
    exchanging = output(program, *EXCHANGING)
    check.validate(exchanging)
    said = [(m["kind"], m["known"]) for step in exchanging["steps"] for m in step["messages"]]
    for word in (("publish", "aggregate"), ("publish", "prefix"), ("look", "aggregate"), ("look", "prefix"), ("wait", "nothing")):
        if word not in said:
            sys.exit(f"no message of {' '.join(word)} among blocks that exchange messages")
    speaking = next(step for step in exchanging["steps"] if step["messages"])
    speaking["messages"][0]["known"] = "everything"
    for wrong in (*spoil(trace), exchanging):
        if check.is_valid(wrong):
            sys.exit("the schema accepts a trace that is wrong")


if __name__ == "__main__":
    main()
