#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""include_dirs.py COMPILE_COMMANDS: no file of kernels/ is compiled with a path through which it could include the app, and none of
app/ with one to the tests. cmake/IncludeDirs.cmake sees to that; this checks it."""
import json
import pathlib
import re
import sys

CLOSED = {"kernels": ("app", "tests"), "app": ("tests",)}
INCLUDE_PATH = re.compile(r"-(?:I|isystem) ?\"?([^\s\"]+)")


def problems(commands, root):
    for command in commands:
        try:
            folder = pathlib.Path(command["file"]).resolve().relative_to(root).parts[0]
        except ValueError:
            continue
        for path in INCLUDE_PATH.findall(command["command"]):
            for closed in CLOSED.get(folder, ()):
                if (pathlib.Path(path) / closed).is_dir() and (pathlib.Path(path) / closed).resolve().parent == root:
                    yield f"{command['file']} is compiled with -I{path}, which opens {closed}/ to it"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    commands = json.loads(pathlib.Path(sys.argv[1]).read_text())
    # the control: the root as an include path opens everything
    control = [{"file": str(root / "kernels/plan.cpp"), "command": f"c++ -I{root} -c plan.cpp"}]
    found = list(problems(commands, root))
    if not list(problems(control, root)):
        found.append("the check is blind: it does not catch the root as an include path")
    if not any("/kernels/" in command["file"] for command in commands):
        found.append(f"{sys.argv[1]} names no file of kernels/")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
