# SPDX-License-Identifier: Apache-2.0
"""docs/glossary.md has one line per term, `- **term** — Sentence.`, sorted without regard to case, and no term twice. So a program
can read it: the window's tooltips come from it."""
import pathlib
import re

FILE = "docs/glossary.md"
HEAD = re.compile(r"# Glossary\n\n[^\n]+\n\n")
LINE = re.compile(r"- \*\*([^*\s](?:[^*]*[^*\s])?)\*\* — ([A-Z0-9](?:[^*`.]|\.(?=\S))*\.)")


def problems(root):
    path = pathlib.Path(root) / FILE
    content = path.read_text() if path.exists() else ""
    head = HEAD.match(content)
    if not head:
        yield f"{FILE} does not begin with its title and one line of text"
        return
    terms = []
    for line in content[head.end():].splitlines():
        found = LINE.fullmatch(line)
        if found:
            terms.append(found[1].casefold())
        else:
            yield f"{FILE} has a line that is not `- **term** — Sentence.`: {line}"
    if not terms:
        yield f"{FILE} has no terms"
    for before, after in zip(terms, terms[1:]):
        if before > after:
            yield f"{FILE} is not sorted: '{before}' is before '{after}'"
    for term in sorted({term for term in terms if terms.count(term) > 1}):
        yield f"{FILE} explains '{term}' twice"


def glossary(*lines):
    return {FILE: "# Glossary\n\nOne line per term.\n\n" + "".join(line + "\n" for line in lines)}


TILE, WARP = "- **tile** — The rectangle of one block.", "- **Warp** — Lanes that run together, 1.5 of them."
CONTROLS = [
    {},
    glossary(),
    glossary(WARP, TILE),
    glossary(TILE, TILE.replace("tile", "Tile")),
    glossary(TILE, "", WARP),
    glossary(TILE.replace(" — ", " - ")),
    glossary(TILE.removesuffix(".")),
    glossary(TILE + " And another sentence."),
    glossary(TILE.replace("**", "")),
]
FINE = glossary(TILE, WARP)
