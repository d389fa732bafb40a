#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The window asks before it runs a CUDA file, unless this text of it was checked, and a session runs none. What a press of Run does is in tests/window/lab.sh.

usage: window_test.py SATSCOPE
Exit 77: there is no g++, or no window can be drawn here.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).resolve().parent / "programs" / "missing_barrier.cu"
TEMPLATE = pathlib.Path(__file__).resolve().parents[2] / "assets" / "lab" / "warp-scan.cu"


def drawn(program, home, *words):
    """The window, drawn once all has settled."""
    return subprocess.run([program, "shot", home / "shot.png", *words], capture_output=True, text=True, timeout=200, cwd=home,
                          env={**os.environ, "XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home)})


def state_of(program, home, *words):
    """What Steps says then."""
    state = home / "state.json"
    run = drawn(program, home, *words, "--state-out", state)
    if "not supported" in run.stderr:
        print(f"skipped: {run.stderr}")
        sys.exit(77)
    if run.returncode:
        sys.exit(run.stderr)
    return json.loads(state.read_text())["steps"]


def main():
    program = sys.argv[1]
    if not shutil.which("g++"):
        print("skipped: g++ is not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        home = pathlib.Path(place).resolve()
        file = home / "my.cu"
        shutil.copy(PROGRAM, file)
        asked = state_of(program, home, file)
        narrow = json.loads((home / "state.json").read_text()) if state_of(program, home, file, "--scale", "2") else {}
        if "steps:file:run" not in narrow["controls"]:
            sys.exit("the button that runs the file is out of sight in a narrow window")
        if not asked["file"]["asks"] or (home / "satscope" / "lab" / "programs").exists():
            sys.exit(f"a file that was not allowed has run: {asked['file']}")
        session = home / "other.satscope"
        session.write_text(json.dumps({"satscope": "session", "version": 1,
                                       "session": {"workspace": "steps", "steps": {"algorithm": str(file)}}}))
        other = drawn(program, home, session)
        if "unknown algorithm" not in other.stderr:
            sys.exit(f"a session runs a file: {other.stderr}")
        shuffles = home / "warp-scan.cu"
        shutil.copy(TEMPLATE, shuffles)
        subprocess.run([program, "check", shuffles], capture_output=True, timeout=200, cwd=home,
                       env={**os.environ, "XDG_CACHE_HOME": str(home)})
        told = state_of(program, home, shuffles, "--step", "1")["told"]["this_step"]
        if not re.search(r"lane \d+ reads \d+ from lane \d+", told):
            sys.exit(f"the step of a shuffle does not say which lane reads from which: {told}")
        subprocess.run([program, "check", file], capture_output=True, timeout=200, cwd=home,
                       env={**os.environ, "XDG_CACHE_HOME": str(home)})
        checked = state_of(program, home, file)
        if checked["file"]["asks"] or checked["file"]["findings"] != 1:
            sys.exit(f"a file that was checked is asked about: {checked['file']}")


if __name__ == "__main__":
    main()
