# SPDX-License-Identifier: Apache-2.0
"""Every source says its licence in its first lines."""
import tree

SOURCES = tree.CPP + (".cmake", ".py", ".sh", ".glsl", ".vert", ".frag", ".comp", ".in")
LINE = "SPDX-License-Identifier: Apache-2.0"


def problems(root):
    for name, content in tree.texts(root):
        is_source = name.endswith(SOURCES) or name.endswith("CMakeLists.txt") or content.startswith("#!")
        # .ci/run is one line long
        if is_source and name != ".ci/run" and not any(LINE in line for line in content.splitlines()[:3]):
            yield f"{name} lacks the line '{LINE}' at its beginning"


CONTROLS = [
    {"kernels/a.h": "#pragma once\n"},
    {"tool": "#!/bin/sh\necho\n"},
    {"shaders/a.frag": "\n\n\n\n// " + LINE + "\n"},
]
FINE = {"kernels/a.h": f"// {LINE}\n", "README.md": "text\n", "shaders/a.frag": f"#version 330 core\n// {LINE}\n"}
