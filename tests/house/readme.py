#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""readme.py --satscope PROGRAM [--key-table PROGRAM] [--write]: the README's tables and forms are what the program says, and the
command lines that it shows exist.

The tables stand between `<!-- written by tests/house/readme.py: NAME -->` and `<!-- end -->`. --write brings them up to date;
without it a difference is a problem. The control: a README with one word changed must be a problem too.

The table of times (NAME is `performance`) comes from the results that were measured and kept, assets/published/*.json with
"results" in it. Without such a file there is no table; the control makes one up, and a README for it."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def algorithm_table(satscope):
    rows = ["| algorithm | by | parameters |", "|---|---|---|"]
    for one in json.loads(run(satscope, "list", "--json")):
        params = ", ".join(f"`{param['id']}`" for param in one["params"]) or "none"
        rows.append(f"| {one['title']} (`{one['id']}`) | {one['paper']} | {params} |")
    return "\n".join(rows)


def results_files(folder):
    return [path for path in sorted(folder.glob("*.json")) if "results" in json.loads(path.read_text())]


def performance_table(satscope, folder):
    return "\n".join(run(satscope, "bench", "--table", str(path)) for path in results_files(folder))


def performance_problems(readme, satscope, folder):
    files = results_files(folder)
    if not files and section("performance").search(readme):
        yield "README.md has a table of times, but assets/published has no results of ours"
    for path in files:
        if not json.loads(path.read_text())["complete"]:
            yield f"{path.name} was stopped before its end: it is no results file to publish"
    if files:
        yield from table_problems(readme, {"performance": performance_table(satscope, folder)})


def performance_controls(satscope):
    """What the check must see, on a results file made up by measuring next to nothing."""
    begin, end = "<!-- written by tests/house/readme.py: performance -->\n", "<!-- end -->\n"
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
    return re.compile(rf"(<!-- written by tests/house/readme\.py: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def table_problems(readme, tables):
    for name, table in tables.items():
        found = section(name).search(readme)
        if not found:
            yield f"README.md has no section '{name}'"
        elif found.group(2).strip() != table.strip():
            yield f"README.md's section '{name}' differs from the program: tests/house/readme.py --write brings it up to date"


def form_problems(readme, algorithms):
    """The sentence on natural forms names each algorithm whose own is not inclusive."""
    sentence = re.search(r"natural form: inclusive, except ([^.]*)\.", " ".join(readme.split()))
    groups = re.findall(r"(\w+) for ((?:`[\w-]+`(?: and |, )?)+)", sentence.group(1) if sentence else "")
    told = {name: form for form, names in groups for name in re.findall(r"`([\w-]+)`", names)}
    true = {one["id"]: one["natural_form"] for one in algorithms if one["natural_form"] != "inclusive"}
    if told != true:
        yield f"README.md says that the natural forms other than inclusive are {told}; they are {true}"


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
    parser.add_argument("--key-table")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()

    readme = (ROOT / "README.md").read_text()
    tables = {"algorithms": algorithm_table(given.satscope)}
    if given.key_table:
        tables["keys"] = run(given.key_table)
    published = ROOT / "assets" / "published"
    if results_files(published):
        tables["performance"] = performance_table(given.satscope, published)
    if given.write:
        for name, table in tables.items():
            readme = section(name).sub(lambda found, table=table: found.group(1) + table.strip() + "\n" + found.group(3), readme)
        (ROOT / "README.md").write_text(readme)

    def help_of(program, sub):
        if program in ("./run", "./test"):
            # what ./run does not know goes to satscope
            return run(str(ROOT / program), "--help") + (run(given.satscope, "--help") if program == "./run" else "")
        return run(given.satscope, *([sub] if sub else []), "--help")

    problems = list(table_problems(readme, tables)) + list(performance_controls(given.satscope))
    problems += [problem for problem in performance_problems(readme, given.satscope, published) if problem not in problems]
    algorithms = json.loads(run(given.satscope, "list", "--json"))
    problems += form_problems(readme, algorithms)
    for name in ("README.md", "CONTRIBUTING.md"):
        problems += [f"{name}: {problem}" for problem in command_problems((ROOT / name).read_text(), help_of)]

    spoilt = readme.replace("| `", "| `x", 1).replace("|---|", "|----|")
    if not list(table_problems(spoilt, tables)):
        problems.append("the check is blind: it does not see a changed table")
    for name, change in (("padded for", "inclusive for"), (" and `npp`", "")):
        if not list(form_problems(readme.replace(name, change), algorithms)):
            problems.append(f"the check is blind: it does not see '{name}' changed among the natural forms")
    if not list(command_problems("    satscope list --no-such-option\n", help_of)):
        problems.append("the check is blind: it does not see an unknown option")
    if not list(command_problems("    satscope nosuch\n", help_of)):
        problems.append("the check is blind: it does not see an unknown command")
    if not list(command_lines(readme)):
        problems.append("README.md shows no command line, or the check does not find them")
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
