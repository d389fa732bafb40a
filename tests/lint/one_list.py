# SPDX-License-Identifier: Apache-2.0
"""There is one list of algorithms, kernels/algorithms/list.cmake, and one of filters, kernels/filters/list.cmake; everybody else
walks the registry. A file elsewhere that names all of them is a second list. Tests may name what they test, and results that were
measured what they measured; the README's list is generated and compared."""
import pathlib
import re

import tree

LIST = "kernels/algorithms/list.cmake"
LISTS = {"algorithm": (LIST, "SATSCOPE_ALGORITHMS"), "filter": ("kernels/filters/list.cmake", "SATSCOPE_FILTERS")}


def listed(root, file, variable):
    path = pathlib.Path(root) / file
    content = path.read_text() if path.exists() else ""
    inside = re.search(rf"set\({variable}\s+([^)]*)\)", content)
    words = re.sub(r"#.*", "", inside.group(1)).split() if inside else []
    return [word for word in words if re.fullmatch(r"\w+", word)]


def problems(root):
    for kind, (file, variable) in LISTS.items():
        names = listed(root, file, variable)
        if not names:
            if (pathlib.Path(root) / file).parent.exists() or (kind == "algorithm" and (pathlib.Path(root) / "kernels").exists()):
                yield f"{file} has no list {variable}"
            continue
        for name, content in tree.texts(root):
            if name.startswith((file.removesuffix("list.cmake"), "tests/", "assets/published/")):
                continue
            content = re.sub(r"<!-- written by .*?<!-- end -->", "", content, flags=re.DOTALL)
            if all(re.search(rf"\b{one.replace('_', '[-_]')}\b", content) for one in names):
                yield f"{name} names every {kind} ({', '.join(names)}): it is a second list"


TWO = {LIST: "set(SATSCOPE_ALGORITHMS\n  one_way\n  other)\n"}
CONTROLS = [
    {**TWO, "app/list.cpp": 'names = {"one-way", "other"};\n'},
    {"kernels/a.h": "\n"},
    {**TWO, "kernels/filters/list.cmake": "set(SATSCOPE_FILTERS\n  box\n  box_naive)\n", "app/a.cpp": '{"box", "box-naive"}\n'},
    {**TWO, "kernels/filters/box.h": "\n"},
]
FINE = {**TWO, "app/a.cpp": '"one-way"\n', "README.md": "<!-- written by x -->\none-way, other\n<!-- end -->\n"}
