#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples.py PROGRAM [--not-run]: every command line of satscope that README.md, CONTRIBUTING.md and docs/ show in a block of code, or
between back quotes with a pattern or a figure, or the help of a command at its end, runs off-screen, and every pipeline with satscope in it. They run one after the other in an empty folder with the few files that
they name. With --not-run it lists those that cannot run so, each with its reason, and exits with 77.

What measures is only planned (--dry-run), because a comparison takes minutes. What opens the window is drawn by `satscope shot`, whose
options are those of the window."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS = 60  # for each command, which takes less than one where nothing else runs
MEASURES = ("bench", "sweep", "report")
# the words of a line -> why it is not run
NOT_RUN = {
    r"\b(camera|screen)\b": "needs a camera or a screen",
    r"--machine gpu\b": "needs a GPU",
}
SEVERAL_FILES = {  # of one CUDA program
    "main.cu": "#include <cstdlib>\nvoid fill(int n);\ndouble seconds();\n"
               "int main(int, char** words) { seconds(); fill(std::atoi(words[1])); return 0; }\n",
    "scan.cu": '#include "block.h"\n__global__ void numbers(int* a, int n) {\n  int i = blockIdx.x * BLOCK + threadIdx.x;\n'
               "  if (i < n) a[i] = i;\n}\nvoid fill(int n) {\n  int* a;\n  cudaMalloc(&a, n * sizeof(int));\n"
               "  numbers<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, n);\n  cudaFree(a);\n}\n",
    "timer.cpp": "double seconds() { return 0; }\n",
    "common/block.h": "#define BLOCK 64\n",
}
FACES = ("faces", "pattern:zero:64x64")  # fails where no cascade is installed


def block_lines(text):
    """The lines of blocks of code, fenced or indented by four."""
    fenced, before = False, ""
    for line in text.splitlines():
        if re.match(r" {0,3}(```|~~~)", line):
            fenced = not fenced
        elif fenced:
            yield line.strip()
        elif line.startswith("    ") and (not before.strip() or before.startswith("    ")):
            yield line.strip()
        else:
            before = line
            continue
        before = "    "


def examples(text):
    """The words of each command line of satscope."""
    between_quotes = re.findall(r"`(satscope [^`]*\b(?:pattern|figure):[a-z][^`]*)`", " ".join(text.split()))
    for line in [*block_lines(text), *between_quotes]:
        if re.match(r"(build/release/)?satscope\s+\S", line) and " | " not in line:
            yield shlex.split(line, comments=True)[1:]


def pipes(text):
    """The pipelines of shells in which a satscope is."""
    for line in block_lines(text):
        if re.match(r"(?!satscope)\w[^#|]*\|\s*satscope\s|satscope\s[^#|]*\|\s", line):
            yield line


def python_with_numpy():
    """One that imports it, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and not subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode:
            return python
    return None


def reason_not_to_pipe(line):
    return "needs NumPy" if "numpy" in line and not python_with_numpy() else None


def wrong_pipe(line, program, folder):
    """What is wrong with a pipeline, or nothing."""
    first = folder / "bin"
    first.mkdir(exist_ok=True)
    for name, place in {"satscope": program, "python3": python_with_numpy() or sys.executable}.items():
        (first / name).unlink(missing_ok=True)
        (first / name).write_text(f'#!/bin/sh\nexec {shlex.quote(place)} "$@"\n')
        (first / name).chmod(0o755)
    return run(["env", f"PATH={first}:{os.environ['PATH']}", "bash", "-c", f"set -o pipefail; {line}"], folder)


def reason_not_to_run(words, program):
    if words[0] == FACES[0] and run([program, *FACES], "."):
        return "needs a cascade of faces (the package opencv-data)"
    return next((reason for pattern, reason in NOT_RUN.items() if re.search(pattern, " ".join(words))), None)


def runnable(program, words, commands):
    """The command line that is run instead, where nothing measures and no window opens."""
    if words[0] in MEASURES and "--table" not in words and "--from" not in words:
        return [program, *words, "--dry-run"]
    if words[0] == "lesson" and not {"--check", "-o"} & set(words):
        return [program, "shot", "example.png", "--lesson", *words[1:]]
    if words[0] not in commands:
        return [program, "shot", "example.png", *words]
    return [program, *words]


def run(command, folder):
    """What is wrong with a command, or nothing."""
    env = {**os.environ, **{f"XDG_{kind}_HOME": f"{folder}/.{kind.lower()}" for kind in ("CONFIG", "STATE", "DATA", "CACHE")}}
    try:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} s"
    return f"ended with {done.returncode}: {done.stderr.strip()[-300:]}" if done.returncode else None


def lay_out(program, folder):
    """The files that examples name."""
    lesson = ("# Mine\n@lesson 1\n\n## Why?\nText.\n@show {\"workspace\": \"explore\", \"input\": \"pattern:ramp:6x5\"}\n"
              "@ask Press Y.\n@until explore.why\n@done Right.\n@solve key Y\n")
    (folder / "my-lesson.md").write_text(lesson)
    (folder / "submissions").mkdir()
    for name in ("my.cu", "submissions/my.cu"):
        shutil.copy(ROOT / "assets/lab/hillis-steele.cu", folder / name)
    (folder / "common").mkdir()
    (folder / "holiday").mkdir()
    for name, text in SEVERAL_FILES.items():
        (folder / name).write_text(text)
    for words in (["filter", "pattern:portrait:400x266", "-o", "photo.png", "--chain", "box r=0"],
                  ["filter", "photo.png", "-o", "holiday/beach.png", "--chain", "box r=0"],
                  ["filter", "synthetic:320x240", "--frames", "5", "-o", "talk.mp4", "--chain", "box r=0"],
                  ["bench", "--algorithms", "serial", "--sizes", "8x8", "--machine", "cpu", "--repeats", "1", "-o", "chen.json"]):
        if wrong := run([program, *words], folder):
            yield f"cannot prepare: satscope {' '.join(words)} {wrong}"


def problems(program, texts):
    listed = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) {2,}", listed[listed.index("Commands"):], re.MULTILINE)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        yield from lay_out(program, folder)
        for file, text in texts.items():
            for words in examples(text):
                if "--new" in words:
                    (folder / words[1]).unlink()
                if not reason_not_to_run(words, program) and (wrong := run(runnable(program, words, commands), folder)):
                    yield f"{file}: `satscope {shlex.join(words)}` {wrong}"
            for line in pipes(text):
                if not reason_not_to_pipe(line) and (wrong := wrong_pipe(line, program, folder)):
                    yield f"{file}: `{line}` {wrong}"


def of_helps(program):
    """The examples at the end of the help of each command as text. Those of bench compare results that nothing here measures."""
    texts = {}
    for command in ("sat", "store", "box", "filter", "trace", "steps", "sweep", "check"):
        shown = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
        lines = re.findall(r"^  (\S.*)$", shown[shown.index("\nExamples:\n"):], re.MULTILINE)
        texts[f"satscope {command} --help"] = "".join(f"\n    {line}\n" for line in lines)
    return texts


def main():
    program = os.path.abspath(sys.argv[1])
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = {**{str(file.relative_to(ROOT)): file.read_text() for file in files}, **of_helps(program)}
    if "--not-run" in sys.argv:
        left = [f"{file}: `satscope {shlex.join(words)}` {reason}" for file, text in texts.items() for words in examples(text)
                if (reason := reason_not_to_run(words, program))]
        left += [f"{file}: `{line}` {reason}" for file, text in texts.items() for line in pipes(text) if (reason := reason_not_to_pipe(line))]
        print(*left, sep="\n")
        return 77 if left else 0
    found = list(problems(program, texts))
    for text in ("Text:\n\n    satscope box photo.png 10 20 300\n", "```\nsatscope lesson no-such-lesson\n```\n",
                 "```\nbuild/release/satscope bench --preset nosuch\n```\n",
                 "    cat photo.png | satscope sat - -o - | false\n"):
        if not list(problems(program, {"control": text})):
            found.append(f"the check is blind: it does not see that an example fails: {text!r}")
    if not all(reason_not_to_run(shlex.split(line), program) for line in ("filter camera -o a.mp4", "bench --machine gpu")):
        found.append("the check is blind: it does not see that an example needs a camera or a GPU")
    if len(list(examples(texts["README.md"]))) < 10:
        found.append("README.md shows fewer than ten commands, or the check does not find them")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
