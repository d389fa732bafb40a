#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a command prints with --json is what docs/COMMAND.schema.json says, and the schemas refuse what is not.

usage: command_schemas.py SATSCOPE [--no-window]
Exit 0: so it is; 77: this Python has no jsonschema. Bench, list, check and trace have tests of their own.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: this Python has no jsonschema")
    sys.exit(77)

DOCS = pathlib.Path(__file__).parents[2] / "docs"
PICTURE = "pattern:noise:20x10:1"
RUN = ["--machine", "cpu", "--repeats", "5", "--algorithms", "serial,cpu-simd"]
# schema: the command lines whose output it describes
LINES = {
    "box": [["box", PICTURE, "1", "2", "5", "4"], ["box", PICTURE, "0", "0", "20", "10"]],
    "sat": [["sat", PICTURE, "--machine", "cpu", "-o", "a.npy"],
            ["sat", PICTURE, "--machine", "cpu", "-o", "a.npy", "--unchecked"],
            ["sat", "a.kept", "-o", "a.npy"]],
    "store": [["store", PICTURE, "--method", "modular", "-o", "a.kept"],
              ["store", PICTURE, "--method", "rounded", "--bits", "9", "-o", "b.kept"],
              ["store", PICTURE, "--figures"]],
    "filter": [["filter", PICTURE, "--chain", "box", "-o", "a.png"], ["filter", "a.png", "b.png", "--chain", "box", "-o", "out/"]],
    "faces": [["faces", "pattern:portrait:200x200:1"], ["faces", PICTURE]],
    "faces-window": [["faces", "pattern:portrait:200x200:1", "--window", "80,60,60"]],
    "dry-run": [["bench", "--dry-run", "--sizes", "9x9"], ["report", "--dry-run", "a.html"], ["sweep", "--dry-run", "--vary", "size=8x8..32x16"]],
    "doctor": [["doctor"]],
    "kernels": [["kernels", "brlt-scanrow"], ["kernels", "serial"]],
    "model": [["model"]],
    "report": [["report", *RUN, "--sizes", "9x9", "a.html"]],
    "sweep": [["sweep", *RUN, "--vary", "size=8x8..32x16"], ["sweep", *RUN, "--vary", "type=8u32u,64f64f", "--sizes", "9x9"]],
    "compare": [["bench", "--compare", "a.json", "b.json"],
                ["bench", "--compare", "a.json", "--with", "other.json"],
                ["bench", "--compare", "a.json", "b.json", "a2.json", "b2.json",
                 "--with", "fast.json", "fast2.json", "fast3.json", "fast4.json"]],
}
OF_WINDOWS = {
    "steps": [["steps", "pattern:ramp:4x4", "--algorithm", "serial", "-o", "a.svg"]],
    "shot": [["shot", "b.png"]],
    "lesson": [["lesson", "first-steps", "--check"], ["lesson", "first-steps", "-o", "lesson.html"]],
}
# whose schemas have tests of their own
OF_OTHER_TESTS = {
    "bench": ["bench", *RUN, "--sizes", "9x9"],
    "list": ["list"],
    "check": ["check", "own.cu"],
    "check-folder": ["check", "."],
    "trace": ["trace", "pattern:ramp:4x4", "--algorithm", "serial"],
}
OWN = "void table(const unsigned char* in, unsigned* out, int width, int height) {}\n"


def printed(program, words, folder):
    """The JSON of a command. 3 and 4 are what a comparison found."""
    ran = subprocess.run([program, *words, "--json"], capture_output=True, text=True, cwd=folder)
    if "no cascade" in ran.stderr:
        print(f"left out: {' '.join(words)}: {ran.stderr.strip()}")
        return None
    assert ran.returncode in (0, 3, 4), f"{words}: {ran.stderr}"
    return json.loads(ran.stdout)


def flags_of(program, command):
    """Its options that take no value."""
    text = subprocess.run([program, command, "--help"], capture_output=True, text=True).stdout
    return [found[1] for found in re.finditer(r"^  (?:-\w, *)?(--[a-z-]+)(?:  |\n)", text, re.M) if found[1] not in ("--help", "--json")]


def no_json(program, line, folder):
    """What is wrong with --json beside each flag of a command: it prints something else, or refuses without a sentence."""
    for flag in [None, *flags_of(program, line[0])]:
        words = [*line, *([flag] if flag else []), "--json"]
        ran = subprocess.run([program, *words], capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL)
        if "no cascade" in ran.stderr or "No C++ compiler" in ran.stderr:
            continue
        try:
            if ran.returncode != 2 or not re.search(r"^satscope: .*\S", ran.stderr, re.M) or ran.stdout:
                json.loads(ran.stdout)
        except ValueError:
            yield f"{' '.join(words)}: exit code {ran.returncode}, prints {ran.stdout[:200]!r}, {ran.stderr[:300]!r}"


def make_results(program, folder):
    """Two runs, and such as a comparison names: faster, wrong, refused, missing and of another machine."""
    for name in ("a", "b"):
        subprocess.run([program, "bench", *RUN, "--sizes", "33x17,20x20", "-o", f"{name}.json"], cwd=folder, check=True,
                       capture_output=True)
    run = json.loads((folder / "a.json").read_text())
    fast = copy.deepcopy(run)
    for result in fast["results"]:
        for member in ("median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"):
            result[member] /= 100
    for number, name in enumerate(("fast", "fast2", "fast3", "fast4", "a2", "b2")):
        (folder / f"{name}.json").write_text(json.dumps({**(fast if "fast" in name else run), "memory_bytes": number}))
    other = copy.deepcopy(run)
    other.update(device="another", processor="another")
    wrong, refused, left, _ = other["results"]
    wrong.update(correct=False, median_ms=None)
    what = list(run["left"] or refused)[:12]
    other["results"] = [wrong, {**other["results"][3], "w": 21}]
    other["skipped"] = [{**{member: refused[member] for member in what}, "reason": "no GPU"}]
    other["left"] = [{member: left[member] for member in what}]
    (folder / "other.json").write_text(json.dumps(other))


def objects_in(value, path=()):
    """Each object of a document with its path; of a list the first and the last, and no parameters, which may have any name."""
    if isinstance(value, dict):
        yield value, path
        for name, one in value.items():
            if name != "params":
                yield from objects_in(one, (*path, name))
    elif isinstance(value, list):
        for place in {0, len(value) - 1} if value else ():
            yield from objects_in(value[place], (*path, place))


def spoilt(document):
    """The same document, wrong in one way each: a member is missing, new or an object where it is none."""
    for one, path in objects_in(document):
        for change in [("gone", name) for name in one] + [("new", "headline")] + \
                [("other", name) for name in one if not isinstance(one[name], dict)]:
            wrong = copy.deepcopy(document)
            at = wrong
            for step in path:
                at = at[step]
            if change[0] == "gone":
                del at[change[1]]
            else:
                at[change[1]] = {"headline": 1}
            yield wrong, (*path, *change)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    lines = dict(LINES)
    if "--no-window" not in sys.argv:
        lines.update(OF_WINDOWS)
    commands = re.findall(r"^  ([a-z]+) ", subprocess.run([program, "--help"], capture_output=True, text=True).stdout, re.M)
    for command in commands:
        if "--json" in subprocess.run([program, command, "--help"], capture_output=True, text=True).stdout:
            assert (DOCS / f"{command}.schema.json").exists(), f"{command} --json has no schema"
            assert command in {*LINES, *OF_WINDOWS, *OF_OTHER_TESTS}, f"the JSON of {command} is not tried"
    assert {"box", "trace"} <= set(commands), commands
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_results(program, folder)
        subprocess.run([program, "store", PICTURE, "--method", "modular", "-o", "a.kept"], cwd=folder, check=True,
                       capture_output=True)
        (folder / "own.cu").write_text(OWN)
        tried = {**{of[0][0]: of[0] for of in reversed(lines.values())}, **OF_OTHER_TESTS}
        faults = [fault for line in tried.values() for fault in no_json(program, line, folder)]
        assert not faults, "\n".join(faults)
        compared = [printed(program, words, folder) for words in LINES["compare"]]
        for member in ("wrong", "refused", "missing"):
            assert any(one[member] for one in compared), f"no comparison has {member}"
        for title, of in lines.items():
            schema = json.loads((DOCS / f"{title}.schema.json").read_text())
            jsonschema.Draft202012Validator.check_schema(schema)
            check = jsonschema.Draft202012Validator(schema)
            for words in of:
                document = printed(program, words, folder)
                if document is None:
                    continue
                errors = [f"{'/'.join(map(str, error.path))}: {error.message}" for error in check.iter_errors(document)]
                assert not errors, f"{' '.join(words)}: {errors[:5]}"
                for wrong, how in spoilt(document):
                    assert not check.is_valid(wrong), f"{title}.schema.json takes what is wrong: {how}"


if __name__ == "__main__":
    main()
