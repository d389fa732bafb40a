#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pictures.py PROGRAM: scripts/pictures.sh makes all pictures of docs/, texts show all of them, and they are small. Then it says
which of them are older than the program.

Older is a picture that the program draws otherwise today: it is drawn anew, and the means over squares of 8 x 8 pixels are compared, as
in tests/window/golden_test.cpp. A comment or a speed-up changes no pixel, so it makes no picture old; a word or a tab does. What shows
times is left out. Old pictures fail nothing: they are listed, with exit code 77. Another Mesa's rounding is below the limits, another Dear
ImGui's may not be: so the list names the OpenGL."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SQUARE = 8
APART = 28           # of 255, between the means of a square
MOST_SQUARES = 4     # of all frames: a word takes more
MOST_ALL = 2_000_000  # bytes of all pictures
MOST_FILM = 1_500_000
# what shows times, in squares: left, top, right, bottom, as parts of the picture
TIMES = {"faces.png": (0, 0.84, 1, 1), "haar.png": (0, 0.84, 1, 1), "satscope.gif": (0, 0, 0, 0)}
STATUS = (0.5, 0, 1, 0.056)


def made_by_script():
    return subprocess.run([ROOT / "scripts/pictures.sh", "--list"], capture_output=True, text=True, check=True).stdout.split()


def tree_problems(made, present, texts):
    """present: bytes by name; texts: those that may show a picture."""
    for name in sorted(set(made) | set(present)):
        if name not in made:
            yield f"docs/{name} is not made by scripts/pictures.sh"
        elif name not in present:
            yield f"docs/{name} is missing: scripts/pictures.sh {name} draws it"
        elif not any(re.search(rf"\]\((docs/)?{re.escape(name)}\)", text) for text in texts):
            yield f"docs/{name} is shown in no text"
        elif name.endswith(".gif") and present[name] > MOST_FILM:
            yield f"docs/{name} has {present[name]} bytes, more than {MOST_FILM}"
    if sum(present.values()) > MOST_ALL:
        yield f"the pictures of docs/ have {sum(present.values())} bytes, more than {MOST_ALL}"


def squares(file):
    """Width and height in squares, and the means of R, G and B, frame after frame."""
    size = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", file],
                          capture_output=True, text=True, check=True).stdout.strip().split(",")
    width, height = (int(number) // SQUARE for number in size[:2])
    shrink = f"format=rgb24,scale={width}:{height}:flags=area"
    means = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", file, "-vf", shrink, "-f", "rawvideo", "-pix_fmt", "rgb24",
                            "-fps_mode", "passthrough", "-"], capture_output=True, check=True).stdout
    return width, height, means


def is_older(old, new, times):
    """Do more squares differ than may? Squares and times as above."""
    width, height, before = old
    if new[:2] != (width, height) or len(before) != len(new[2]):
        return True
    apart = {at // 3 for at, (a, b) in enumerate(zip(before, new[2])) if abs(a - b) > APART}
    left, top, right, bottom = (part * side for part, side in zip(times, (width, height) * 2))
    seen = [at for at in apart if not (left <= at % width < right and top <= at // width % height < bottom)]
    return len(seen) > MOST_SQUARES


def controls():
    if len(list(tree_problems(["a.png"], {"b.png": 1}, ["![](docs/b.png)"]))) != 2:
        yield "the check is blind: it does not see a picture too many and one too few"
    if not list(tree_problems(["a.gif"], {"a.gif": MOST_FILM + 1}, ["![](a.gif)"])):
        yield "the check is blind: it does not see a large film"
    if not list(tree_problems(["a.png"], {"a.png": 1}, [""])):
        yield "the check is blind: it does not see a picture that no text shows"
    grey, word = bytes(30 * 20 * 3), bytearray(30 * 20 * 3)
    word[300 * 3:(300 + MOST_SQUARES + 1) * 3] = bytes([60] * 3 * (MOST_SQUARES + 1))
    if is_older((30, 20, grey), (30, 20, grey), STATUS) or not is_older((30, 20, grey), (30, 20, bytes(word)), STATUS):
        yield "the check is blind: it does not see a word more"
    if is_older((30, 20, grey), (30, 20, bytes(word)), (0, 0.5, 1, 0.6)):
        yield "the check is too strict: it sees a time"


def main():
    program = sys.argv[1]
    docs = {path.name: path.stat().st_size for path in (ROOT / "docs").iterdir() if path.suffix in (".png", ".gif", ".svg", ".jpg")}
    texts = [path.read_text() for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    made = made_by_script()
    problems = list(tree_problems(made, docs, texts)) + list(controls())
    if problems:
        print(*problems, sep="\n")
        return 1

    doctor = json.loads(subprocess.run([program, "doctor", "--json"], capture_output=True, text=True, check=False).stdout)
    opengl = next(check["detail"] for check in doctor["checks"] if check["id"] == "opengl")
    old, unknown = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in made:
            drawn = subprocess.run([ROOT / "scripts/pictures.sh", "--into", folder, name], capture_output=True, text=True, check=False,
                                   env={**os.environ, "SATSCOPE": program})
            if drawn.returncode:
                unknown.append(f"docs/{name}: {drawn.stderr.strip().splitlines()[-1]}")
            elif is_older(squares(ROOT / "docs" / name), squares(pathlib.Path(folder) / name), TIMES.get(name, STATUS)):
                old.append(name)
    if old:
        print(f"older than the program, or drawn otherwise here ({opengl}); scripts/pictures.sh {' '.join(old)} draws them anew")
    if unknown:
        print("not to be drawn here:", *unknown, sep="\n")
    return 77 if old or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
