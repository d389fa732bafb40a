#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays traces of every algorithm, form and machine size, and sees traces that were spoilt.

usage: replay_test.py SATSCOPE
Exit 0: each trace says what its steps do; 77: this Python has no numpy.
"""
import copy
import json
import os
import subprocess
import sys

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: this Python has no numpy")
    sys.exit(77)

import counters
import table
from memory import Memory, Wrong

ALL_SIZES = os.environ.get("SATSCOPE_ALL_SIZES", "0") not in ("", "0")
SHAPES = {"toy": ["9x5", "1x1"], "real": ["7x3"]}
MANY_SHAPES = {"toy": ["1x1", "1x17", "17x1", "2x3", "8x8", "9x5", "16x16", "31x7", "33x18"], "real": ["1x1", "33x5", "5x33", "32x32"]}


def check(trace):
    memory = Memory(trace)
    for step in trace["steps"]:
        memory.execute(step)
    counters.check(trace)
    table.check(trace, memory)


class Refused(Wrong):
    """What cannot be traced, in the program's words."""


def output(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode:
        refused = done.returncode in (1, 2) and ("not supported" in done.stderr or "in a trace" in done.stderr)
        raise (Refused if refused and "--param" in words else Wrong)(done.stderr.strip())
    return json.loads(done.stdout)


def values_of(parameter):
    """All choices, both of yes and no, and of a range of numbers its beginning."""
    if parameter["kind"] == "bool":
        return ["false", "true"]
    step = parameter.get("step") or 1
    some = [parameter["min"] + step * n for n in (0, 1, 3)] if parameter["kind"] == "int" else []
    return [*(parameter["choices"] or []), *some]


def cases(algorithms):
    """The words of each trace to replay."""
    for algorithm in (a for a in algorithms if not a["untraced"]):
        base = ["--algorithm", algorithm["id"]]
        for size, shapes in (MANY_SHAPES if ALL_SIZES else SHAPES).items():
            for shape in shapes:
                for form in algorithm["forms"]:
                    yield [*base, "--machine-size", size, "--size", shape, "--form", form]
        yield [*base, "--machine-size", "real", "--size", "5x3", "--banks", "16"]
        types = algorithm["types"] if ALL_SIZES else algorithm["types"][1:]  # the first of them is the default
        for shape in ("11x6", "20x13") if ALL_SIZES else ("5x3",):
            for kind in types:
                yield [*base, "--size", shape, "--type", kind]
            for parameter in algorithm["params"]:
                for value in values_of(parameter):
                    for form in algorithm["forms"] if ALL_SIZES else (algorithm["natural_form"], "exclusive"):
                        yield [*base, "--size", shape, "--form", form, "--param", f"{parameter['id']}={value}"]


def spoilt(trace):
    """The same trace, wrong in one way each."""
    steps = trace["steps"]
    reading = next(i for i, s in enumerate(steps) if s["reads"])
    again = next(i for i, s in reversed(list(enumerate(steps))) if s["writes"])
    last = next(i for i, s in reversed(list(enumerate(steps))) if any(w["buffer"] == trace["table"] for w in s["writes"]))
    entry = next(i for i, w in enumerate(steps[last]["writes"]) if w["buffer"] == trace["table"])

    def add(place, key):
        place[key] += 1

    yield "one value read", lambda t: add(t["steps"][reading]["reads"][0], "value")
    yield "one old value", lambda t: add(t["steps"][again]["writes"][0], "old")
    yield "one final entry", lambda t: add(t["steps"][last]["writes"][entry], "new")
    yield "a missing step", lambda t: t["steps"].pop(reading)
    yield "a thread that is not there", lambda t: t["steps"][reading]["reads"][0].update(thread=t["steps"][reading]["threads"])
    yield "another result", lambda t: t.update(result_matches=False)
    yield "a formula", lambda t: add(t["counters"]["formulas"][0], "additions")
    for counter in trace["counters"]["total"]:
        yield f"{counter} of the whole", lambda t, counter=counter: add(t["counters"]["total"], counter)
        yield f"{counter} of a pass", lambda t, counter=counter: add(t["counters"]["passes"][-1], counter)


def control(trace):
    """How many ways to be wrong are seen; ends if one is not."""
    seen = 0
    for what, change in spoilt(trace):
        wrong = copy.deepcopy(trace)
        change(wrong)
        try:
            check(wrong)
        except Wrong:
            seen += 1
        else:
            sys.exit(f"a trace is spoilt ({what}) and the replay does not see it")
    return seen


def main():
    program = sys.argv[1]
    replayed, refused, failed, accesses = 0, {}, 0, 0
    for words in cases(output(program, "list", "--json")["algorithms"]):
        try:
            trace = output(program, "trace", *words)
            accesses += trace["counters"]["total"]["reads"] + trace["counters"]["total"]["writes"]
            check(trace)
        except Refused as sentence:
            refused[words[words.index("--param") + 1]] = str(sentence)
            continue
        except Wrong as wrong:
            failed += 1
            print(" ".join(words), "\n ", wrong)
        replayed += 1
    seen = control(output(program, "trace", "--algorithm", "scan-transpose-scan", "--size", "9x5"))
    for parameter, sentence in refused.items():
        print(f"not replayed: {parameter}: {sentence}")
    print(f"{replayed} traces replayed, {accesses} accesses; {failed} wrong; {seen} spoilt traces seen")
    if replayed == 0:
        sys.exit("no trace was replayed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
