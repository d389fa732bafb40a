# SPDX-License-Identifier: Apache-2.0
"""Counts again what a trace counts, from its steps alone, by the model that docs/trace.schema.json describes."""
from collections import Counter, defaultdict

from memory import Wrong

BANK, SECTOR, WIDEST = 4, 32, 16  # bytes
SHORT = {"global": "global", "shared": "shared", "registers": "register"}


def instructions(step, buffers, warp):
    """The accesses of a step as a warp makes them: (space, [(lane, first byte, bytes), ...])."""
    together = defaultdict(list)
    for kind in ("reads", "writes"):
        times = Counter()
        for access in step[kind]:
            buffer = buffers[access["buffer"]]
            if buffer["space"] == "registers" or access["together"] == 0:
                continue
            site = access["line"], access["column"], access["round"]
            time = times[access["thread"], site]
            times[access["thread"], site] += 1
            key = buffer["space"], access["thread"] // warp, site, time, kind, access["buffer"]
            width = buffer["width"]
            together[key].append((access["thread"] % warp, access["index"] * width, width * access["together"]))
    return [(key[0], lanes) for key, lanes in together.items()]


def conflicts(lanes, warp, banks):
    parts = defaultdict(set)
    at_once = BANK * min(warp, banks)  # bytes
    for lane, first, size in lanes:
        for done in range(0, size, WIDEST):
            piece = min(WIDEST, size - done)
            part = done // WIDEST, lane * piece // at_once
            parts[part].update(range((first + done) // BANK, (first + done + piece - 1) // BANK + 1))
    return sum(max(Counter(word % banks for word in words).values()) - 1 for words in parts.values())


def sectors(lanes):
    return len({s for _, first, size in lanes for s in range(first // SECTOR, (first + size - 1) // SECTOR + 1)})


def count(trace, number):
    """The counters of pass `number`."""
    n = Counter()
    warp, banks = max(1, trace["sizes"]["warp"]), max(1, trace["sizes"]["banks"])
    for step in (s for s in trace["steps"] if s["pass"] == number):
        n["steps"] += 1
        for counter in ("additions", "barriers", "warp_barriers"):
            n[counter] += step[counter]
        for kind in ("reads", "writes"):
            n[kind] += len(step[kind])
            for access in step[kind]:
                n[f"{SHORT[trace['buffers'][access['buffer']]['space']]}_{kind}"] += 1
        n["idle_lanes"] += step["threads"] - len({a["thread"] for kind in ("reads", "writes") for a in step[kind]})
        for space, lanes in instructions(step, trace["buffers"], warp):
            n[f"{space}_accesses"] += 1
            if space == "shared":
                n["bank_conflicts"] += conflicts(lanes, warp, banks)
            else:
                n["sectors"] += sectors(lanes)
    return n


def check(trace):
    passes, total = trace["counters"]["passes"], Counter()
    if any(step["pass"] >= len(passes) for step in trace["steps"]):
        raise Wrong("a step is of no pass")
    for number, told in enumerate(passes):
        counted = count(trace, number)
        compare(told, counted, f"pass {number}")
        total.update(counted)
        if any(s["threads"] != told["threads"] or s["block"] >= told["blocks"] for s in trace["steps"] if s["pass"] == number):
            raise Wrong(f"pass {number} has {told['blocks']} blocks of {told['threads']} threads, and steps of others")
    compare(trace["counters"]["total"], total, "total")
    for number, (formula, told) in enumerate(zip(trace["counters"]["formulas"], passes)):
        if formula["additions"] != told["additions"]:
            raise Wrong(f"pass {number}: {told['additions']} additions, and {formula['additions']} by its formula")


def compare(told, counted, where):
    for counter, value in told.items():
        if counter not in ("name", "blocks", "threads") and value != counted[counter]:
            raise Wrong(f"{where}: {counter} is {value}, and {counted[counter]} by its steps")
