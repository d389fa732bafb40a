# SPDX-License-Identifier: Apache-2.0
"""Words and turns that readers stumbled over do not come back in lessons, glossary, papers, guides and the program's texts
(string literals), nor private words as names in C++ and CMake, where the field has a term. Some are not in tests and scripts either."""
import pathlib
import re

import tree

TEXTS = ("assets/lessons/*.md", "docs/glossary.md", "docs/lessons.md", "assets/papers.json", "README.md", "docs/guide.md", "docs/lab.md",
         "docs/platforms.md", "CONTRIBUTING.md")
SOURCES = ("app/**/*.cpp", "app/**/*.h", "kernels/**/*.cpp", "kernels/**/*.h", "kernels/**/*.cu")
AVOID = {
    r"whoever": "who, or the block that",
    r"nobody|anybody|somebody": "no other block, no thread, a student",
    r"shall": "must",
    r"(is|are) told of": "selected",
    r"stands?(?! (for|out|still|in for)\b)": "is, lies",
    r"how many [^.?\"]{1,40} (has|have) (the|it|a)\b": "how many ... does ... have",
    r"halves up": "rounded half up",
    r"table of the table": "second table",
    r"tells? each other": "communicate, publish",
    r"has told|not told": "has published",
    r"hears?": "reads",
    r"deeds?": "action",
    r"anew": "again",
    r"tried makes": "gave",
    r"words between (the )?blocks": "tile status words",
    r"crew|workshop": "thread pool, worker",
}
# of these also the comments of C++ have none
AVOID_IN_COMMENTS = ("whoever", "nobody|anybody|somebody", "shall", r"stands?(?! (for|out|still|in for)\b)")
# these are nowhere in tests and scripts, also not in names
AVOID_IN_TESTS = re.compile("nobody|anybody|somebody|whoever", re.IGNORECASE)
# private words of ours that were names, and the term; whole identifiers, regexes
NAMES = {
    r"Road": "FramePresenter",
    r"[Ww]orkshop_?": "WorkerState",
    r"wish(es)?_?|wish_(for|of)|\w+_wish(es)?|\w*Wish(es)?": "request",
    r"[Dd]eeds?_?|\w+_deeds?|(\w+_)?deeds?_\w+|DeedForm": "effect, action",
    r"PhaseCast|casts?_of": "VisibleBuffers",
    r"[Bb]eats?|\w+_beats?|beats?_\w+": "StoryStep",
    r"[Cc]hapters?|\w+_chapters?|chapters?_\w+": "StoryPhase",
    r"compare_(filter_)?twins": "cross_check_of",
    r"Spoilt|spoilt_\w+|draw_spoilt": "FailingRun",
    r"[Cc]rew": "ThreadPool",
    r"Trust": "HelperPolicy",
    r"(k_)?[Pp]atience_?": "Backoff, max_wait",
    r"[Ll]aps_?": "Stopwatch",
    r"agreed": "uniform",
    r"[Pp]upil_?": "LessonRunner",
    r"Four|FourOf": "vec4",
    r"Fours|OfFours|FoursOf\w+|fours_of(_\w+)?": "LoadWidth, packets",
    r"WordHeader|bytes_of_words": "TileStatus",
    r"Talk|TalkMessage|TalkTile|blocks_talk|talk_?|talks": "BlockMessages, look_back",
    r"told_?|Told\w*|told_\w+|\w+_told|tell|tell_\w+": "caption, describe, selected",
    r"Complaints|complaints": "LogCapture",
    r"Relief(Rule)?|relieve|relief_(text)?": "AdaptiveQuality",
    r"Hand|hear": "KnownValues, observe",
    r"(Steps|Learn|Race|Playground|Storage|Gallery|Shelf)\w*Room": "StepsModel",
    r"Meeting": "Arrivals",
    r"satscope_(door|either|compile_together|house_check)": "satscope_include_dirs, _optional_source, _unity_groups, _lint_check",
}
NAME_CONTROLS = ("Road", "wishes_", "FaceWish", "whole_deeds_of", "beat_count", "next_chapter", "spoilt_by", "k_patience", "fours_of",
                 "told", "ToldStep", "tell_thread", "Complaints", "relief_text", "Hand", "StepsPairRoom", "Meeting", "satscope_door")
NAME = re.compile("|".join(f"(?P<n{i}>{names})" for i, names in enumerate(NAMES)))
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT = re.compile(r"^\s*(//|#include).*|\s// .*")


def texts_of(path):
    """(line number, text) of what a user can read in a file."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if path.name == "CONTRIBUTING.md":  # it quotes such turns: in quotation marks, in italics, in the first column of a table
            yield number, re.sub(r'"[^"]*"|\*[^*]+\*|^\|[^|]*\|', "", line)
        elif path.suffix in (".md", ".json"):
            # directives of a lesson that only the program reads
            yield number, "" if line.startswith(("@until", "@show", "@solve", "@wrong")) else line
        else:
            yield number, " ".join(STRING.findall(COMMENT.sub("", line)))


def comments_of(path):
    """(line number, text) of what C++ says in comments."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if found := re.search(r"(?:^|\s)//.*", STRING.sub('""', line)):
            yield number, found[0]


def names_of(path, line):
    """The identifiers of a line, without those in string literals and comments."""
    if path.endswith(tree.CPP):
        line = re.sub(r"//.*", "", STRING.sub('""', line))
    return re.findall(r"(?<![\w$])[A-Za-z]\w*", line)


def old_names(root):
    for path, content in tree.texts(root):
        if not path.endswith((*tree.CPP, ".cmake", "CMakeLists.txt")) or path.startswith("tests/lab/programs/"):
            continue
        for number, line in enumerate(content.splitlines(), 1):
            if not path.endswith(tree.CPP) and "satscope_" not in line:
                continue
            for name in names_of(path, line):
                if found := NAME.fullmatch(name):
                    yield f"{path}:{number} names something '{name}'; the term: {list(NAMES.values())[int(found.lastgroup[1:])]}"


def in_tests(root):
    for path, content in tree.texts(root):
        if path.startswith(("tests/", "scripts/")) and path != "tests/lint/words.py" and not path.startswith("tests/fuzz/corpus/"):
            for number, line in enumerate(content.splitlines(), 1):
                if found := AVOID_IN_TESTS.search(line):
                    yield f"{path}:{number} says '{found[0]}'"


def problems(root):
    yield from old_names(root)
    yield from in_tests(root)
    root = pathlib.Path(root)
    for pattern in SOURCES:
        for path in sorted(root.glob(pattern)):
            for number, text in comments_of(path):
                if found := re.search(rf"\b(?:{'|'.join(AVOID_IN_COMMENTS)})(?!\w)", text, re.IGNORECASE):
                    yield f"{path.relative_to(root)}:{number} says '{found[0]}' in a comment"
    for pattern in TEXTS + SOURCES:
        for path in sorted(root.glob(pattern)):
            for number, text in texts_of(path):
                for turn, better in AVOID.items():
                    if found := re.search(rf"\b(?:{turn})(?!\w)", text, re.IGNORECASE):
                        yield f"{path.relative_to(root)}:{number} says '{found[0]}'; plain: {better}"


CONTROLS = [
    {"assets/lessons/01.md": "# A\nIt is what whoever looks needs.\n"},
    {"docs/glossary.md": "- **scan** — Each place shall hold a sum.\n"},
    {"app/ui/a.cpp": 'say("One block looks back at nobody.");\n'},
    {"kernels/filters/a.h": 'self.definition = "the mean, rounded, halves up";\n'},
    {"docs/guide.md": "Here nobody waits.\n"},
    {"docs/guide.md": "The sum stands in the cell.\n"},
    {"app/ui/a.cpp": "int a;  // what stands there\n"},
    {"CONTRIBUTING.md": "*Cannot run here* is what somebody reads.\n"},
    {"CONTRIBUTING.md": "| One block looks back. | It looks back at nobody. |\n"},
    {"assets/lessons/02.md": "@ask How many levels has the tree?\n"},
    {"tests/kernels/a.cpp": "TEST(A, NobodyWaits) {}\n"},
    {"scripts/a.sh": "# whoever runs it\n"},
    *({"tests/kernels/a.cpp": f"int {name} = 0;\n"} for name in NAME_CONTROLS),
    {"app/CMakeLists.txt": "satscope_door(satscope PUBLIC app)\n"},
]
FINE = {
    "app/core/a.h": '#include "app/core/four_reads.h"\nint beaten = 0;  // a beat\nout["told"] = four + overlaps;\n',
    "app/ui/a.cpp": '// d stands for depth; a picture stands still; "nobody"\nsay("No block waits.");  // none\n',
    "CONTRIBUTING.md": 'Use *must*, not *shall*; never "nobody".\n| It looks at nobody. | It looks at no block. |\n',
    "assets/lessons/01.md": "@until told == 'nobody'\n@ask How many levels does the tree have?\n",
}
