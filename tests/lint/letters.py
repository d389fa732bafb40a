# SPDX-License-Identifier: Apache-2.0
"""What the window shows has only letters of the font that is built in: elsewhere the system's fonts may have the rest, but Windows, browsers
and machines without fontconfig show it as `?`."""
import re

import tree

RANGES = re.compile(r"^set\(SATSCOPE_CHARACTERS ([^)]*)\)", re.MULTILINE)
# because: it knows where lines of Chinese and Japanese may break
OTHERS = "app/workspaces/learn/markdown.cpp"


def problems(root):
    listed = RANGES.search(tree.text(root, "cmake/Fonts.cmake"))
    ranges = [tuple(int(end, 16) for end in part.split("-")) for part in listed.group(1).split()]
    for name, text in tree.texts(root):
        if name == OTHERS or not re.match(r"(app/.*\.(cpp|h)|assets/.*\.md)$", name):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for letter in sorted(set(line)):
                if not any(first <= ord(letter) <= last for first, last in ranges):
                    yield (f"{name}:{number}: '{letter}' (U+{ord(letter):04X}) is not in the built-in font: take another letter, or add its "
                           "range in cmake/Fonts.cmake")


FONTS = {"cmake/Fonts.cmake": "set(SATSCOPE_CHARACTERS 0x0020-0x024F 0x2190-0x2199)\n"}
CONTROLS = [FONTS | {"assets/lessons/a.md": "one\n○ two\n"}, FONTS | {"app/a.cpp": 'say("\u2713");\n'}]
FINE = FONTS | {"assets/lessons/a.md": "é →\n", "app/b.cpp": "int b;\n", "docs/c.md": "○\n"}
