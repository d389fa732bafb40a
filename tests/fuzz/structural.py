#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""structural.py PROGRAM SECONDS [SEED]: documents of ours with members changed, moved, repeated and taken away, opened by the
program as a whole: sessions, results and traces. Exit 0: each was shown, or refused in a sentence, within half a minute."""
import copy
import glob
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
chance = random.Random(seed)
root = pathlib.Path(__file__).resolve().parents[2]
found = root / "build/fuzz/found"
K_MAX_WAIT = 30

NUMBERS = [-1, 0, 1, 2, 3, 7, 32, 33, 255, 65536, 2**24, 2**31 - 1, 2**31, -2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 1e18, 1e308,
           1.7e308, -1e308, 5e-324, 0.5, -0.0, 1e-7]
ODD = NUMBERS + [None, True, False, "", "auto", "x", "a" * 3000, "\0", "\x1b[31m", "\x7f", "\u202e", "%s%n", "/dev/zero", "../../etc/passwd",
                 [], {}, [1], [1, 2], [0] * 5000, ["a"], [[]], {"a": 1}, [None], [{}]]


def run(words, folder):
    """Exit code, what was said on stderr, and seconds; the code is None where it did not end."""
    begun = time.monotonic()
    try:
        done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=K_MAX_WAIT, env={**os.environ, "LP_NUM_THREADS": "1", "XDG_CONFIG_HOME": folder}, check=False)
    except subprocess.TimeoutExpired:
        return None, b"", b"", K_MAX_WAIT
    return done.returncode, done.stdout, done.stderr, time.monotonic() - begun


def documents(folder):
    """What is changed, for each kind."""
    def made(words, name):
        code, _, said, _ = run(words, folder)
        if code != 0:
            sys.exit(f"a document to begin with cannot be made: {words}: {said.decode()}")
        return json.loads((pathlib.Path(folder) / name).read_text())

    sessions = [json.loads(pathlib.Path(file).read_text()) for file in sorted(glob.glob(f"{root}/assets/figures/*.satscope"))]
    for workspace in ("explore", "steps", "playground", "race", "learn", "storage"):
        words = ["shot", "o.png", "pattern:noise:33x21", "--workspace", workspace, "--save-session", "b.satscope", "--size", "400x300"]
        sessions.append(made(words, "b.satscope"))
    results = [json.loads(pathlib.Path(file).read_text()) for file in sorted(glob.glob(f"{root}/assets/published/satscope*.json"))]
    for one in results:
        one.update(results=one["results"][:8], floor=one["floor"][:6])
    words = ["sweep", "--vary", "size=16x16..64x64", "--algorithms", "serial,cpu-simd", "--machine", "cpu", "--repeats", "1", "-o", "b.json"]
    results.append(made(words, "b.json"))
    traces = []
    for algorithm in ("serial", "scan-transpose-scan", "single-pass"):
        traces.append(made(["trace", "--algorithm", algorithm, "--size", "4x4", "-o", "b.json"], "b.json"))
        traces[-1]["steps"] = traces[-1]["steps"][:6]
    return {"satscope": sessions, "results": results, "trace": traces}


def places(value, way=()):
    """The ways to all values within this one."""
    if way:
        yield way
    within = value.items() if isinstance(value, dict) else enumerate(value[:30]) if isinstance(value, list) else ()
    for key, part in within:
        yield from places(part, (*way, key))


def at(document, way):
    for key in way:
        document = document[key]
    return document


def mutated(bases):
    document = copy.deepcopy(chance.choice(bases))
    for _ in range(chance.choice([1, 1, 1, 2, 2, 3, 5])):
        ways = list(places(document))
        if not ways:
            return document
        way = chance.choice(ways)
        if chance.random() < 0.5:
            way = chance.choice([one for one in ways if len(one) <= 3])
        holder, key, old = at(document, way[:-1]), way[-1], at(document, way)
        act = chance.choice(["odd", "odd", "number", "text", "away", "repeat", "other"])
        if act == "away":
            del holder[key]
        elif act == "number" and isinstance(old, (int, float)):
            holder[key] = chance.choice([old + chance.choice([1, -1, 0.5, 10, 1000, 10**6]), chance.choice(NUMBERS)])
        elif act == "text" and isinstance(old, str):
            holder[key] = chance.choice([old + chance.choice(["\0", "\x1b[2J", "x" * 500, "/../.."]), old[:-1], old.upper()])
        elif act == "repeat" and isinstance(old, list) and old:
            holder[key] = (old * chance.choice([2, 3, 100]))[:5000]
        elif act == "other":
            other = chance.choice(bases)
            holder[key] = copy.deepcopy(at(other, chance.choice(list(places(other)))))
        else:
            holder[key] = copy.deepcopy(chance.choice(ODD))
    return document


def bytes_of(document):
    text = bytearray(json.dumps(document).encode())
    if chance.random() < 0.15:  # no JSON, perhaps
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.randrange(256)
        if chance.random() < 0.4:
            del text[chance.randrange(len(text)):]
    return bytes(text)


def words_for(kind, name):
    shot = ["shot", "o.png", name, "--size", chance.choice(["400x300", "1280x720", "64x64"])]
    if kind != "results":
        return shot
    return chance.choice([shot, ["sweep", "--from", name, "-o", "o.svg"], ["report", "o.html", "--from", name], ["bench", "--table", name],
                          ["sweep", "--from", name, "--json"]])


def wrong_with(words, folder):
    """What is wrong with what the program does; None: nothing."""
    code, out, said, took = run(words, folder)
    if code is None:
        return f"it did not end within {K_MAX_WAIT} s"
    lines = said.decode(errors="replace").splitlines()
    if code not in (0, 1, 2):
        return f"it ended with {code}"
    if code != 0 and len(lines) != 1:
        return f"its refusal has {len(lines)} lines"
    if any(not line.startswith("satscope: ") or len(line) > 310 or "json.exception" in line for line in lines):
        return "a line on stderr is no sentence"
    if re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", said + out):
        return "it printed control characters"
    file = pathlib.Path(folder) / words[words.index("-o") + 1 if "-o" in words else 1]
    if file.name.startswith("o.") and file.exists() != (code == 0):
        return "it left a file behind" if file.exists() else "it wrote no file"
    if code == 0 and file.suffix in (".svg", ".html") and file.exists():
        text = file.read_text().replace("<!DOCTYPE html>", "")
        xml.dom.minidom.parseString(text)
        if re.search(r'="[^"]*\b(nan|inf)\b', text):
            return "a number is missing in the drawing"
    return None


def main():
    tried, problems = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        kinds = documents(folder)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            kind = chance.choice(list(kinds))
            name = "m.satscope" if kind == "satscope" else "m.json"
            (pathlib.Path(folder) / name).write_bytes(bytes_of(mutated(kinds[kind])))
            for old in pathlib.Path(folder).glob("o.*"):
                old.unlink()
            words = words_for(kind, name)
            try:
                wrong = wrong_with(words, folder)
            except xml.parsers.expat.ExpatError as error:
                wrong = f"the drawing is no XML: {error}"
            tried += 1
            if wrong:
                problems += 1
                found.mkdir(parents=True, exist_ok=True)
                kept = found / f"structural-{seed}-{tried}{pathlib.Path(name).suffix}"
                shutil.copy(pathlib.Path(folder) / name, kept)
                print(f"{' '.join(words)}: {wrong}; kept as {kept}", flush=True)
    print(f"structural mutations, seed {seed}: {tried} documents in {seconds:.0f} s, {problems} problems")
    return 1 if problems else 0


sys.exit(main())
