#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_algorithm.py SATSCOPE ID: what concerns one algorithm, in seconds; `ninja check-algorithm-ID` builds the program first.

Its tables of all types and forms at edge sizes on the CPU equal the 64-bit reference. Its traces at toy sizes and in two orders of
blocks are right and free of races, make as many additions as its formulas say, and each step has a phase that describes it. Exit 1 with
a line for each fault. ./test checks more, and all algorithms.
"""
import json
import subprocess
import sys

SIZES = "1x1,1x33,33x1,31x33,64x65,301x207"
SCHEDULES = ("ticket", "reversed:3")


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def table_faults(program, algorithm):
    types = "8u32u,8u32s,8u64u,8u64u-sq,8u32f,32s32s,32u32u,32f32f,64f64f"
    done = run(program, "bench", "--machine", "cpu", "--algorithms", algorithm, "--sizes", SIZES, "--types", types, "--forms",
               "inclusive,exclusive,padded", "--repeats", "1", "--json")
    if not done.stdout:
        yield done.stderr.strip()
        return
    report = json.loads(done.stdout)
    print(f"{len(report['results'])} tables compared, {len(report['skipped'])} not supported")
    if not report["results"]:
        yield done.stderr.strip()
    for one in report["results"]:
        if not one["correct"]:
            yield f"the table of {one['type']} {one['w']}x{one['h']} {one['form']} is wrong, by up to {one['max_error']}"


def trace_faults(program, algorithm, phases):
    for schedule in SCHEDULES:
        done = run(program, "trace", "--algorithm", algorithm, "--size", "13x9", "--schedule", schedule)
        if done.returncode != 0:
            yield f"{schedule}: {done.stderr.strip()}"
            continue
        trace = json.loads(done.stdout)
        print(f"trace, blocks in the order {schedule}: {len(trace['steps'])} steps")
        if not trace["result_matches"]:
            yield f"{schedule}: the traced table is wrong"
        for race in trace["races"]:
            yield f"{schedule}: race: {race['sentence']}"
        for sentence in trace["deadlocks"]:
            yield f"{schedule}: {sentence}"
        if len(trace["counters"]["passes"]) != len(trace["counters"]["formulas"]):
            yield f"{schedule}: not every pass has a formula"
        for part, formula in zip(trace["counters"]["passes"], trace["counters"]["formulas"]):
            if part["additions"] != formula["additions"]:
                yield f"{part['name']} makes {part['additions']} additions, its formula '{formula['text']}' {formula['additions']}"
        for label in sorted({step["label"] for step in trace["steps"]}):
            if not any(phase["label"] in label for phase in phases):
                yield f"'{label}' has no phase that says what it is for"


def main():
    program, algorithm = sys.argv[1:]
    known = {one["id"]: one for one in json.loads(run(program, "list", "--json").stdout)["algorithms"]}
    if algorithm not in known:
        sys.exit(f"there is no algorithm '{algorithm}'; there are {', '.join(known)}")
    faults = list(table_faults(program, algorithm))
    if known[algorithm]["untraced"]:
        print(known[algorithm]["untraced"])
    else:
        faults += trace_faults(program, algorithm, known[algorithm]["phases"])
    if faults:
        sys.exit("\n".join(dict.fromkeys(faults)))


if __name__ == "__main__":
    main()
