# SPDX-License-Identifier: Apache-2.0
"""A type's full name stands for one definition. Two of one name in two files break the one-definition rule: no compiler or
linker says so, and the destructor of one may run on the other."""
import re

import tree

BLANK = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*',
                   re.DOTALL | re.MULTILINE)
NAMESPACE = re.compile(r"\bnamespace\s+([\w:]*)\s*$")
TYPE = re.compile(r"(?<!enum )\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s*)?([A-Za-z_]\w*)\s*(?:final\s*)?(?::[^:].*)?$",
                  re.DOTALL)


def types(content):
    """Full names of the types that a file defines for all files: at namespace level, and in no unnamed namespace."""
    content = BLANK.sub(" ", content)
    scopes, start = [], 0  # of each open brace: its part of the name, or None where names are its own
    for mark in re.finditer(r"[{};]", content):
        head = content[start:mark.start()]
        start = mark.end()
        if mark[0] == "}":
            if scopes:
                scopes.pop()
        elif mark[0] == "{":
            space, kind = NAMESPACE.search(head), TYPE.search(head)
            if space:
                scopes.append(space[1] or None)
                continue
            if kind and None not in scopes:
                yield "::".join([*scopes, kind[1]])
            scopes.append(None)


def problems(root):
    home = {}
    for name, content in tree.cpp(root):
        if name.startswith("tests/"):
            continue  # because: they are many programs
        for kind in types(content):
            first = home.setdefault(kind, name)
            if first != name:
                yield f"{first} and {name} both define {kind}: give one of them another name, or put it into an unnamed namespace"


CONTROLS = [
    {"app/a.h": "namespace n {\nstruct A {\n  int i;\n};\n}\n", "app/b.h": "namespace n {\nclass A : public B {\n};\n}\n"},
    {"app/a.h": "namespace n::m { struct A { int i; }; }", "app/b.cpp": "namespace n { namespace m { enum class A : int { a }; } }"},
]
FINE = {
    "app/a.h": "namespace n {\nstruct A {\n  struct Part {};\n};\nstruct B {\n  struct Part {};\n};\nstruct F;\n}\n",
    "app/b.cpp": "namespace n {\nnamespace {\nstruct A {};\n}\nstruct F;\nvoid f() { struct B {}; }\n}\n",
    "app/c.cpp": "namespace n {\n// struct A {\ntemplate <> struct A<int> {};\nvoid g(const struct F& f) {}\n}\n",
    "app/d.h": "namespace m { struct A { int i = 1; }; }",
}
