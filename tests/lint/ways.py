# SPDX-License-Identifier: Apache-2.0
"""The ways that docs/ARCHITECTURE.md lists by file are true: every file is there, none comes twice in a way, and a way stays
as short as it promises."""
import pathlib
import re

DOCUMENT = "docs/ARCHITECTURE.md"
# heading of a way -> the most files it may take
WAYS = {"A camera frame to the screen": 14, "A box drag to the printed sum": 8, "A traced access to the picture in Steps": 15}
# where a way comes by more than once: it calls whatever passes it is given
CROSSROADS = {"kernels/engine.cpp"}

STEP = re.compile(r"^(\d+)\. `([^`]+)`: \S.*[.]$")


def steps(text, heading):
    """The lines of the numbered list below the heading; None without the heading."""
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    return found and [line for line in found.group(1).splitlines() if re.match(r"\d+\.", line)]


def problems(root):
    document = pathlib.Path(root) / DOCUMENT
    text = document.read_text() if document.is_file() else ""
    for heading, most in WAYS.items():
        lines = steps(text, heading)
        if not lines:
            yield f"{DOCUMENT} does not list the way '{heading}' as a numbered list"
            continue
        if len(lines) > most:
            yield f"'{heading}' takes {len(lines)} files, more than {most}"
        before = set()
        for number, line in enumerate(lines, 1):
            step = STEP.match(line)
            if not step or int(step.group(1)) != number:
                yield f"'{heading}', line {number}: '{line}' is not '{number}. `file`: one sentence.'"
                continue
            name = step.group(2)
            if not (pathlib.Path(root) / name).is_file():
                yield f"'{heading}' names {name}, which is not there"
            if name in before - CROSSROADS:
                yield f"'{heading}' enters {name} twice"
            before.add(name)


def several(count):
    return [f"app/{i}.cpp" for i in range(count)]


def told(camera, drag, step=("app/a.cpp",)):
    """A tree with these ways."""
    lists = zip(WAYS, (camera, drag, step))
    text = "\n".join(f"### {heading}\n\n" + "".join(f"{i}. `{name}`: it does this.\n" for i, name in enumerate(names, 1))
                     for heading, names in lists)
    return {DOCUMENT: text, **{name: "" for name in (*camera, *drag, *step) if name != "app/gone.cpp"}}


CONTROLS = [
    {DOCUMENT: "# Architecture\n"},
    told(several(3), []),
    told(["app/a.cpp", "app/gone.cpp"], several(8)),
    told(["app/a.cpp", "app/b.cpp", "app/a.cpp"], several(8)),
    told(several(15), several(8)),
    told(several(14), several(9)),
    told(several(14), several(8), []),
    told(several(14), several(8), several(16)),
    {name: text.replace("2. ", "3. ") for name, text in told(several(14), several(8)).items()},
    {name: text.replace(": it does this.", "") for name, text in told(several(14), several(8)).items()},
]
FINE = told([*several(11), "kernels/engine.cpp", "app/a.cpp", "kernels/engine.cpp"], several(8), several(15))
