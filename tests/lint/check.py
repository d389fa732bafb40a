#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py NAME [ROOT]: runs the check NAME.py on the tree and says what is wrong; exit 0 if nothing is.

A check is a module with `problems(root)`, which yields one sentence per problem, and `CONTROLS`: what it must catch, each a
dictionary of file name to content. Before it looks at the tree, each control is laid out in an empty folder and must be
caught, so that a check that has gone blind is seen. `FINE`, if there, must not be caught."""
import importlib
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def laid_out(check, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return list(check.problems(folder))


def main():
    check = importlib.import_module(sys.argv[1])
    root = sys.argv[2] if len(sys.argv) > 2 else str(HERE.parent.parent)
    blind = [control for control in check.CONTROLS if not laid_out(check, control)]
    for control in blind:
        print(f"the check is blind: it does not catch {control}")
    strict = laid_out(check, getattr(check, "FINE", {}))
    for problem in strict:
        print(f"the check is too strict: {problem}")
    found = list(check.problems(root))
    for problem in found:
        print(problem)
    return 1 if blind or strict or found else 0


if __name__ == "__main__":
    sys.exit(main())
