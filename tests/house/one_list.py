# SPDX-License-Identifier: Apache-2.0
"""There is one list of algorithms, kernels/algorithms/list.cmake; everybody else walks the registry. A file elsewhere that
names all of them is a second list. Tests may name what they test; the README's list is generated and compared."""
import pathlib
import re

import tree

LIST = "kernels/algorithms/list.cmake"


def listed(root):
    path = pathlib.Path(root) / LIST
    content = path.read_text() if path.exists() else ""
    inside = re.search(r"set\(SATSCOPE_ALGORITHMS\s+([^)]*)\)", content)
    words = re.sub(r"#.*", "", inside.group(1)).split() if inside else []
    return [word for word in words if re.fullmatch(r"\w+", word)]


def problems(root):
    names = listed(root)
    if not names:
        if (pathlib.Path(root) / "kernels").exists():
            yield f"{LIST} has no list SATSCOPE_ALGORITHMS"
        return
    for name, content in tree.texts(root):
        if name.startswith(("kernels/algorithms/", "tests/")):
            continue
        content = re.sub(r"<!-- written by .*?<!-- end -->", "", content, flags=re.DOTALL)
        if all(re.search(rf"\b{one.replace('_', '[-_]')}\b", content) for one in names):
            yield f"{name} names every algorithm ({', '.join(names)}): it is a second list"


TWO = {LIST: "set(SATSCOPE_ALGORITHMS\n  one_way\n  other)\n"}
CONTROLS = [
    {**TWO, "app/list.cpp": 'names = {"one-way", "other"};\n'},
    {"kernels/a.h": "\n"},
]
FINE = {**TWO, "app/a.cpp": '"one-way"\n', "README.md": "<!-- written by x -->\none-way, other\n<!-- end -->\n"}
