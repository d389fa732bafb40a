# SPDX-License-Identifier: Apache-2.0
"""Recounts the counters of a trace from its steps; memory.py checks their places."""

from collections import Counter, defaultdict

from memory import Wrong

NAMES = {"global": "global", "shared": "shared", "registers": "register"}
KNOWN = set("""steps additions reads writes global_reads global_writes shared_reads shared_writes register_reads register_writes
    barriers warp_barriers idle_lanes shared_accesses bank_conflicts global_accesses sectors""".split())


def check(trace):
    """Raises Wrong where the counters of a trace are not those of its steps."""
    passes = trace["counters"]["passes"]
    check_passes(trace["steps"], passes)
    counts = [Counter() for _ in passes]
    for step in trace["steps"]:
        count_step(counts[step["pass"]], step, trace["buffers"], trace["sizes"])
    for number, (told, count) in enumerate(zip(passes, counts)):
        compare(f"pass {number}", told, count)
    compare("total", trace["counters"]["total"], sum(counts, Counter()))
    if not trace["deadlocks"]:
        check_formulas(trace, counts)


def check_passes(steps, passes):
    seen = [set() for _ in passes]
    for step in steps:
        number = step["pass"]
        if not 0 <= number < len(passes):
            raise Wrong(f"pass {number}: it has steps, and does not exist.")
        if step["threads"] != passes[number]["threads"]:
            raise Wrong(f"pass {number}: threads is {passes[number]['threads']}, and {step['threads']} by a step.")
        seen[number].add(step["block"])
    for number, (told, blocks) in enumerate(zip(passes, seen)):
        if not blocks <= set(range(told["blocks"])):  # one that does nothing has no steps
            raise Wrong(f"pass {number}: blocks is {told['blocks']}, and its steps are of blocks {sorted(blocks)}.")


def check_formulas(trace, counts):
    """A formula holds where each look finds a prefix: looks that find an aggregate add."""
    formulas = trace["counters"].get("formulas", [])
    if formulas and len(formulas) != len(counts):
        raise Wrong(f"There are {len(formulas)} formulas for {len(counts)} passes.")
    more = {step["pass"] for step in trace["steps"] for message in step["messages"]
            if (message["kind"], message["known"]) == ("look", "aggregate")}
    for number, formula in enumerate(formulas):
        told, count = formula["additions"], counts[number]["additions"]
        if told != count and number not in more:
            raise Wrong(f"pass {number}: additions is {told:g} by its formula, and {count} by its steps.")


def compare(place, told, count):
    for key, value in told.items():
        if key not in KNOWN | {"name", "blocks", "threads"}:
            raise Wrong(f"{place}: {key} cannot be recounted.")
        if key in KNOWN and value != count[key]:
            raise Wrong(f"{place}: {key} is {value}, and {count[key]} by its steps.")


def count_step(count, step, buffers, sizes):
    count["steps"] += 1
    for key in ("additions", "barriers", "warp_barriers"):
        count[key] += step[key]
    count["idle_lanes"] += step["threads"] - len({access["thread"] for access in step["reads"] + step["writes"]})
    for kind in ("reads", "writes"):
        count[kind] += len(step[kind])
        for access in step[kind]:
            count[f"{NAMES[buffers[access['buffer']]['space']]}_{kind}"] += 1
        for number, lanes in warp_accesses(step[kind], buffers, sizes["warp"]):
            buffer = buffers[number]
            if buffer["space"] == "shared":
                count["shared_accesses"] += 1
                count["bank_conflicts"] += conflicts(lanes, buffer["width"], sizes)
            else:
                count["global_accesses"] += 1
                count["sectors"] += len({index * buffer["width"] // 32 for elements in lanes.values() for index in elements})


def warp_accesses(accesses, buffers, warp):
    """What warps access at once outside of registers: the buffer, and by lane the indices of its elements."""
    found, turns = defaultdict(dict), Counter()
    for parts in wide_accesses(accesses):
        access, thread = parts[0], parts[0]["thread"]
        if buffers[access["buffer"]]["space"] != "registers":
            place = access["buffer"], access["line"], access["column"], access["round"]
            found[place, thread // warp, turns[place, thread]][thread % warp] = [part["index"] for part in parts]
            turns[place, thread] += 1
    return [(key[0][0], lanes) for key, lanes in found.items()]


def wide_accesses(accesses):
    at = 0
    while at < len(accesses):
        first = accesses[at]
        parts = accesses[at:at + first["together"]]
        expected = [(0, first["buffer"], first["thread"])] * (first["together"] - 1)
        if not parts or [(part["together"], part["buffer"], part["thread"]) for part in parts[1:]] != expected:
            raise Wrong(f"An access at line {first['line']} is not as wide as it says.")
        yield parts
        at += len(parts)


def conflicts(lanes, width, sizes):
    """Rounds beyond the first, of each part of a warp that goes by itself; a lane asks for 16 bytes at most at a time."""
    size = min(16, max(map(len, lanes.values())) * width)
    lanes_at_once = max(1, min(sizes["banks"], sizes["warp"]) * 4 // size)
    parts = defaultdict(set)
    for lane, elements in lanes.items():
        for number, index in enumerate(elements):
            words = range(index * width // 4, (index * width + width - 1) // 4 + 1)
            parts[lane // lanes_at_once, number * width // size].update(words)
    return sum(max(Counter(word % sizes["banks"] for word in words).values()) - 1 for words in parts.values())
