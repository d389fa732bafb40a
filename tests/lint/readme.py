#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""readme.py --satscope PROGRAM [--window-tables PROGRAM] [--write]: the tables of README.md and docs/ are what the program says, the README
is short and begins with how to start, and the command lines and links that these texts show exist.

A table is between `<!-- written by tests/lint/readme.py: NAME -->` and `<!-- end -->`, in the file that PLACES says. --write brings
all of them up to date; without it a difference is a problem. The control: a text with one word changed must be a problem too.

The tables of times (`performance`, and `speed`, which is an excerpt of it) come from the results that were measured and kept,
assets/published/*.json with "results" in it. Without such a file there are none; the control makes one up, and a text for it."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLACES = {"algorithms": "docs/algorithms.md", "filters": "docs/filters.md", "keys": "docs/keys.md", "session": "docs/session.md",
          "performance": "docs/benchmarks.md", "speed": "README.md"}
README_LINES = 130
START_BEFORE = 25  # line
DEFAULTS = ("single-pass", "cpu-simd")
LIBRARIES = ("opencv", "npp", "cub")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def row(*cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def parameters(one):
    return ", ".join(f"`{param['id']}`" for param in one["params"]) or "none"


def algorithm_table(satscope):
    rows = ["| algorithm | by | parameters |", "|---|---|---|"]
    for one in json.loads(run(satscope, "list", "--json"))["algorithms"]:
        rows.append(row(f"{one['title']} (`{one['id']}`)", one["paper"], parameters(one)))
    return "\n".join(rows)


def filter_table(satscope):
    rows = ["| filter | by | reads per pixel | parameters |", "|---|---|---|---|"]
    for one in json.loads(run(satscope, "list", "--filters", "--json"))["filters"]:
        rows.append(row(f"{one['title']} (`{one['id']}`)", one["paper"], one["reads"], parameters(one)))
    return "\n".join(rows)


def results_files(folder):
    files = {path: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    # those of a GPU first, as the text above the tables says
    return sorted((path for path, file in files.items() if "results" in file), key=lambda path: not files[path].get("driver"))


def performance_table(satscope, folder):
    return "\n".join(run(satscope, "bench", "--table", str(path)) for path in results_files(folder))


def speed_table(satscope, folder):
    """Of the newest everyday results of a GPU and of a CPU: the default, the best of others, the floor; bytes, padded tables, two sizes."""
    newest = {}
    for path in results_files(folder):
        results = json.loads(path.read_text())
        if results["preset"] == "everyday":
            newest[bool(results["driver"])] = (path, results["device"].replace("(R)", ""))
    rows = ["| table of 8-bit pixels, 32-bit entries | 1920×1080 | 3840×2160 |", "|---|---|---|"]
    for on_gpu in sorted(newest, reverse=True):
        path, device = newest[on_gpu]
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in run(satscope, "bench", "--table", str(path)).splitlines()
                 if line.startswith("|")]
        ends = [at for at, cells in enumerate(lines) if at and lines[at][1:2] == lines[0][1:2]] + [len(lines)]
        places = [lines[0].index(size) for size in ("1920×1080", "3840×2160")]
        by_id = {}
        for cells in lines[2:ends[0]]:
            named = re.fullmatch(r"(.*) \(`([\w-]+)`\)(, padded)?", cells[0])
            if cells[0] == "floor":
                by_id["floor"] = ("floor", cells)
            elif named and (named[3] or named[2] in LIBRARIES):
                by_id[named[2]] = (named[1], cells)
        names = [one for one in by_id if one != "floor"]
        for kind, among in (("satscope's default", [one for one in names if one in DEFAULTS]),
                            ("best library", [one for one in names if one in LIBRARIES]),
                            ("best other algorithm", [one for one in names if one not in DEFAULTS + LIBRARIES])):
            if among:
                title, cells = by_id[min(among, key=lambda one: float(by_id[one][1][places[1]].split()[0]))]
                rows.append(row(f"{device}: {title}, {kind}", *(re.sub(r"^(\S+)", r"\1 ms", cells[at]) for at in places)))
        rows.append(row(f"{device}: floor", *(by_id["floor"][1][at] + " ms" for at in places)))
    return "\n".join(rows)


def performance_problems(readme, satscope, folder):
    files = results_files(folder)
    if not files and section("performance").search(readme):
        yield "a text has a table of times, but assets/published has no results of ours"
    for path in files:
        if not json.loads(path.read_text())["complete"]:
            yield f"{path.name} was stopped before its end: it is no results file to publish"
    if files:
        yield from table_problems(readme, {"performance": performance_table(satscope, folder)})


def performance_controls(satscope):
    """What the check must see, on a results file made up by measuring next to nothing."""
    begin, end = "<!-- written by tests/lint/readme.py: performance -->\n", "<!-- end -->\n"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not list(performance_problems(begin + end, satscope, folder)):
            yield "the check is blind: it does not see a table of times without results"
        made = folder / "made.json"
        run(satscope, "bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", "8x8", "--repeats", "1", "-o", str(made))
        readme = begin + performance_table(satscope, folder) + end
        if problems := list(performance_problems(readme, satscope, folder)):
            yield f"the check is too strict: {problems}"
        result = json.loads(made.read_text())
        result["results"][0]["median_ms"] *= 2
        made.write_text(json.dumps(result))
        if not list(performance_problems(readme, satscope, folder)):
            yield "the check is blind: it does not see another time in the results"
        if not list(performance_problems("", satscope, folder)):
            yield "the check is blind: it does not see results without a table"


def section(name):
    return re.compile(rf"(<!-- written by tests/lint/readme\.py: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def table_problems(text, tables):
    for name, table in tables.items():
        found = section(name).search(text)
        if not found:
            yield f"{PLACES[name]} has no section '{name}'"
        elif found.group(2).strip() != table.strip():
            yield f"{PLACES[name]}'s section '{name}' differs from the program: tests/lint/readme.py --write brings it up to date"


def length_problems(readme):
    lines = readme.splitlines()
    if len(lines) > README_LINES:
        yield f"README.md has {len(lines)} lines, more than {README_LINES}: details belong into docs/"
    if "## Start" not in lines[:START_BEFORE - 1]:
        yield f"README.md does not say before line {START_BEFORE} how to start ('## Start')"
    if "speed" in readme and (found := section("speed").search(readme)) and len(found.group(2).strip().splitlines()) - 2 > 8:
        yield "README.md's table of speed has more than 8 rows"


def link_problems(name, text, root):
    """Links into the tree lead to a file, and those with # to a heading of it."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, heading = target.partition("#")
        path = (root / name).parent / file if file else root / name
        if re.match(r"[a-z]+:", target):
            continue
        if not path.exists():
            yield f"{name} links to {target}, which is not there"
        elif heading and heading not in [re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-")
                                         for line in path.read_text().splitlines() if line.startswith("#")]:
            yield f"{name} links to {target}, but {path.name} has no such heading"


def count_problems(name, text, counts):
    """A number before the name of what it counts is the program's: 18 algorithms, eleven lessons."""
    words = "one two three four five six seven eight nine ten eleven twelve".split()
    for what, true in counts.items():
        for number in re.findall(rf"(?i)\b(\d+|{'|'.join(words)}) {what}\b", text):
            if (words.index(number.lower()) + 1 if number.lower() in words else int(number)) != true:
                yield f"{name} says '{number} {what}'; there are {true}"


def form_problems(readme, algorithms):
    """The sentence on natural forms names each algorithm whose own is not inclusive."""
    sentence = re.search(r"natural form: inclusive, except ([^.]*)\.", " ".join(readme.split()))
    groups = re.findall(r"(\w+) for ((?:`[\w-]+`(?: and |, )?)+)", sentence.group(1) if sentence else "")
    told = {name: form for form, names in groups for name in re.findall(r"`([\w-]+)`", names)}
    true = {one["id"]: one["natural_form"] for one in algorithms if one["natural_form"] != "inclusive"}
    if told != true:
        yield f"{PLACES['performance']} says that the natural forms other than inclusive are {told}; they are {true}"


def command_lines(text):
    """The command lines that a text shows: indented by four, or between back quotes."""
    shown = re.findall(r"^    (\S.*)$", text, re.MULTILINE) + re.findall(r"`([^`\n]+)`", text.replace("\n", " "))
    for line in shown:
        words = shlex.split(line, comments=True) if "'" not in line else line.split()
        if len(words) > 1 and words[0] in ("satscope", "build/release/satscope", "./run", "./test"):
            yield words


def command_problems(text, help_of):
    for words in command_lines(text):
        program, rest = words[0], words[1:]
        known = help_of(program, None)
        if program not in ("./test", "./run"):
            sub = [rest[0]] if rest and re.search(rf"^\s+{re.escape(rest[0])}\b", known, re.MULTILINE) else []
            if not sub and re.fullmatch(r"[a-z]+", rest[0]):
                yield f"`{' '.join(words)}` is shown, but `{rest[0]}` is no command"
                continue
            known = help_of(program, sub[0] if sub else None) + known
        for option in (word.split("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)):
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known):
                yield f"`{' '.join(words)}` is shown, but --help does not know {option}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--satscope", required=True)
    parser.add_argument("--window-tables")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()

    tables = {"algorithms": algorithm_table(given.satscope), "filters": filter_table(given.satscope)}
    if given.window_tables:
        tables.update({name: run(given.window_tables, name) for name in ("keys", "session")})
    published = ROOT / "assets" / "published"
    if results_files(published):
        tables["performance"] = performance_table(given.satscope, published)
        tables["speed"] = speed_table(given.satscope, published)
    texts = {name: (ROOT / name).read_text() for name in sorted({"README.md", "CONTRIBUTING.md", *PLACES.values()})}
    texts.update({f"docs/{path.name}": path.read_text() for path in (ROOT / "docs").glob("*.md")})
    if given.write:
        for name, table in tables.items():
            file = PLACES[name]
            texts[file] = section(name).sub(lambda found, table=table: found.group(1) + table.strip() + "\n" + found.group(3), texts[file])
            (ROOT / file).write_text(texts[file])

    def help_of(program, sub):
        if program in ("./run", "./test"):
            # what ./run does not know goes to satscope
            return run(str(ROOT / program), "--help") + (run(given.satscope, "--help") if program == "./run" else "")
        return run(given.satscope, *([sub] if sub else []), "--help")

    problems = list(performance_controls(given.satscope)) + list(length_problems(texts["README.md"]))
    for name, table in tables.items():
        problems += table_problems(texts[PLACES[name]], {name: table})
    times = texts[PLACES["performance"]]
    problems += [problem for problem in performance_problems(times, given.satscope, published) if problem not in problems]
    algorithms = json.loads(run(given.satscope, "list", "--json"))["algorithms"]
    problems += form_problems(times, algorithms)
    lessons = json.loads(run(given.satscope, "list", "--lessons", "--json"))["lessons"]
    lessons = [lesson for lesson in lessons if lesson["id"] != "first-steps"]  # of a minute, and counted nowhere
    counts = {"algorithms": len(algorithms), "lessons": len(lessons),
              "methods": len(re.findall(r"^ {20,}[\w-]+: [A-Z]", run(given.satscope, "store", "--help"), re.MULTILINE))}
    problems += count_problems("README.md", texts["README.md"], counts)
    del counts["algorithms"]  # because: the guide also says how many of them race
    problems += count_problems("docs/guide.md", texts["docs/guide.md"], counts)
    for name, text in texts.items():
        problems += [f"{name}: {problem}" for problem in command_problems(text, help_of)] + list(link_problems(name, text, ROOT))

    for name, table in tables.items():
        if not list(table_problems(texts[PLACES[name]].replace("| ", "| x", 1).replace("|---|", "|----|"), {name: table})):
            problems.append(f"the check is blind: it does not see a changed table '{name}'")
    for name, change in (("padded for", "inclusive for"), (" and `npp`", "")):
        if not list(form_problems(times.replace(name, change), algorithms)):
            problems.append(f"the check is blind: it does not see '{name}' changed among the natural forms")
    if len(list(link_problems("README.md", "[a](docs/nosuch.md), [b](docs/guide.md#nosuch), [c](docs/guide.md#commands)", ROOT))) != 2:
        problems.append("the check is blind: it does not see a broken link, or sees a good one as broken")
    if [len(list(count_problems("a text", text, {"lessons": 11}))) for text in ("Ten lessons", "Eleven lessons")] != [1, 0]:
        problems.append("the check is blind: it does not see a wrong count, or sees a right one as wrong")
    if len(list(length_problems("\n" * (README_LINES + 1)))) != 2:
        problems.append("the check is blind: it does not see a long README without a start")
    if not list(command_problems("    satscope list --no-such-option\n", help_of)):
        problems.append("the check is blind: it does not see an unknown option")
    if not list(command_problems("    satscope nosuch\n", help_of)):
        problems.append("the check is blind: it does not see an unknown command")
    if not list(command_lines(texts["README.md"])):
        problems.append("README.md shows no command line, or the check does not find them")
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
