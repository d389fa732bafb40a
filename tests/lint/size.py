# SPDX-License-Identifier: Apache-2.0
"""Files with one job are short, and a folder of app/ can be read at a glance. A longer one stands here with its reason."""
import collections
import pathlib

import tree

MOST = 500
MOST_FILES = 32
REASONS = {
    # "file": "why it cannot be shorter",
}


def problems(root):
    for name, content in tree.texts(root):
        lines = content.count("\n")
        written_by_hand = name.endswith(tree.CPP + (".py", ".sh", ".cmake", ".glsl", ".vert", ".frag")) or content.startswith("#!")
        if written_by_hand and lines > MOST and name not in REASONS:
            yield f"{name} has {lines} lines, more than {MOST}: split it by jobs, or give the reason in tests/lint/size.py"
    folders = collections.Counter(str(pathlib.PurePosixPath(name).parent) for name in tree.files(root) if name.startswith("app/"))
    for folder, count in folders.items():
        if count > MOST_FILES:
            yield f"{folder} has {count} files, more than {MOST_FILES}: put those of one job into a folder"


CONTROLS = [{"app/a.cpp": "\n" * (MOST + 1)}, {f"app/core/{number}.h": "" for number in range(MOST_FILES + 1)}]
FINE = {"app/a.cpp": "\n" * MOST, "LICENSE": "\n" * (MOST + 1), **{f"tests/app/{number}.h": "" for number in range(MOST_FILES + 1)}}
