# SPDX-License-Identifier: Apache-2.0
"""Words and turns that readers stumbled over do not come back in lessons, glossary, papers and the program's texts (string
literals)."""
import pathlib
import re

TEXTS = ("assets/lessons/*.md", "docs/glossary.md", "docs/lessons.md", "assets/papers.json")
SOURCES = ("app/**/*.cpp", "app/**/*.h", "kernels/**/*.cpp", "kernels/**/*.h", "kernels/**/*.cu")
AVOID = {
    r"whoever": "who, or the block that",
    r"nobody|anybody|somebody": "no other block, no thread, a student",
    r"shall": "must",
    r"(is|are) told of": "selected",
    r"here stands|stand(s)? there": "is there",
    r"how many [^.?\"]{1,40} (has|have) (the|it|a)\b": "how many ... does ... have",
    r"halves up": "rounded half up",
    r"table of the table": "second table",
    r"tells? each other": "communicate, publish",
    r"has told|not told": "has published",
    r"hears": "reads",
    r"deeds?": "action",
    r"anew": "again",
    r"tried makes": "gave",
}
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT = re.compile(r"^\s*(//|#include).*|\s// .*")


def texts_of(path):
    """(line number, text) of what a user can read in a file."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if path.suffix in (".md", ".json"):
            # directives of a lesson that only the program reads
            yield number, "" if line.startswith(("@until", "@show", "@solve", "@wrong")) else line
        else:
            yield number, " ".join(STRING.findall(COMMENT.sub("", line)))


def problems(root):
    root = pathlib.Path(root)
    for pattern in TEXTS + SOURCES:
        for path in sorted(root.glob(pattern)):
            for number, text in texts_of(path):
                for turn, better in AVOID.items():
                    if found := re.search(rf"\b(?:{turn})\b", text, re.IGNORECASE):
                        yield f"{path.relative_to(root)}:{number} says '{found[0]}'; plain: {better}"


CONTROLS = [
    {"assets/lessons/01.md": "# A\nIt is what whoever looks needs.\n"},
    {"docs/glossary.md": "- **scan** — Each place shall hold a sum.\n"},
    {"app/ui/a.cpp": 'say("One block looks back at nobody.");\n'},
    {"kernels/filters/a.h": 'self.definition = "the mean, rounded, halves up";\n'},
    {"assets/lessons/02.md": "@ask How many levels has the tree?\n"},
]
FINE = {
    "app/ui/a.cpp": '// nobody waits here\nsay("No block waits.");  // nobody\n',
    "assets/lessons/01.md": "@until told == 'nobody'\n@ask How many levels does the tree have?\n",
}
