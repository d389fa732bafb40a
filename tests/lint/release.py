# SPDX-License-Identifier: Apache-2.0
"""The version is that of CMakeLists.txt wherever a file must name it: the newest part of CHANGELOG.md, and CITATION.cff."""
import pathlib
import re

NAMED = {
    "CHANGELOG.md": r"^## \[?(\d[\d.]*)\]?",
    "CITATION.cff": r"^version: (\S+)$",
}


def version(text, pattern):
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1) if found else None


def problems(root):
    root = pathlib.Path(root)
    ours = version((root / "CMakeLists.txt").read_text(), r"^project\(satscope VERSION (\S+)")
    for name, pattern in NAMED.items():
        named = version((root / name).read_text(), pattern)
        if named != ours:
            yield f"{name} names version {named}, and CMakeLists.txt {ours}"


FINE = {
    "CMakeLists.txt": "project(satscope VERSION 1.2.3 LANGUAGES CXX)\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 - 2026-01-31\n\n## 1.2.2 - 2026-01-01\n",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3\n",
}
CONTROLS = [
    {**FINE, "CHANGELOG.md": "# Changelog\n\n## 1.2.2 - 2026-01-01\n"},
    {**FINE, "CITATION.cff": "cff-version: 1.2.3\nversion: 1.2.2\n"},
    {**FINE, "CITATION.cff": "cff-version: 1.2.3\n"},
]
