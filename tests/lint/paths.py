# SPDX-License-Identifier: Apache-2.0
"""No path of one machine is in the tree, and no address of a network."""
import re

import tree

# put together here so that this file does not catch itself
HOMES = "|".join(("home", "Users", "root", "work", "mnt"))
PATH = re.compile(rf"(?<![\w./}}~-])/({HOMES})/[\w.-]+")
ADDRESS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.])")


def problems(root):
    for name, content in tree.texts(root):
        for number, line in enumerate(content.splitlines(), 1):
            for pattern in (PATH, ADDRESS):
                found = pattern.search(line)
                if found:
                    yield f"{name}:{number} names a place of one machine: {found.group(0)}"


CONTROLS = [
    {"a.sh": "cd /" + "home/user/satscope\n"},
    {"a.cmake": 'set(x "/' + 'work/main/build")\n'},
    {"a.md": "see http://10.0.0" + ".7:8080/\n"},
]
FINE = {"a.sh": "cd /" + "usr/share/fonts\n", "a.h": "// kernels/" + "work/a, version 1.2.3\n"}
