# SPDX-License-Identifier: Apache-2.0
"""Files with one job are short. A longer one stands here with its reason."""
import tree

MOST = 500
REASONS = {
    # "file": "why it cannot be shorter",
}


def problems(root):
    for name, content in tree.texts(root):
        lines = content.count("\n")
        written_by_hand = name.endswith(tree.CPP + (".py", ".sh", ".cmake", ".glsl", ".vert", ".frag")) or content.startswith("#!")
        if written_by_hand and lines > MOST and name not in REASONS:
            yield f"{name} has {lines} lines, more than {MOST}: split it by jobs, or give the reason in tests/lint/size.py"


CONTROLS = [{"app/a.cpp": "\n" * (MOST + 1)}]
FINE = {"app/a.cpp": "\n" * MOST, "LICENSE": "\n" * (MOST + 1)}
