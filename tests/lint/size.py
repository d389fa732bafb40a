# SPDX-License-Identifier: Apache-2.0
"""Files with one job are short, and a folder of app/ can be read at a glance. A longer one is listed here with its reason."""
import collections
import pathlib

import tree

MOST = 500
MOST_OF_PROGRAM = 450  # in app/ and kernels/
MOST_FILES = 32
REASONS = {
    "app/lab/gpu/timing.cu": "the one file that nvcc compiles beside a student's",
}


def problems(root):
    for name, content in tree.texts(root):
        lines = content.count("\n")
        written_by_hand = name.endswith(tree.CPP + (".py", ".sh", ".cmake", ".glsl", ".vert", ".frag")) or content.startswith("#!")
        most = MOST_OF_PROGRAM if name.startswith(("app/", "kernels/")) else MOST
        if written_by_hand and lines > most and name not in REASONS:
            yield f"{name} has {lines} lines, more than {most}: split it by jobs, or give the reason in tests/lint/size.py"
    folders = collections.Counter(str(pathlib.PurePosixPath(name).parent) for name in tree.files(root) if name.startswith("app/"))
    for folder, count in folders.items():
        if count > MOST_FILES:
            yield f"{folder} has {count} files, more than {MOST_FILES}: put those of one job into a folder"


CONTROLS = [{"app/a.cpp": "\n" * (MOST_OF_PROGRAM + 1)}, {"tests/a.cpp": "\n" * (MOST + 1)}, {f"app/core/{number}.h": "" for number in range(MOST_FILES + 1)}]
FINE = {"app/a.cpp": "\n" * MOST_OF_PROGRAM, "tests/a.cpp": "\n" * MOST, "LICENSE": "\n" * (MOST + 1), **{f"tests/app/{number}.h": "" for number in range(MOST_FILES + 1)}}
