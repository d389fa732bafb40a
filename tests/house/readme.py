#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""readme.py --satscope PROGRAM [--key-table PROGRAM] [--write]: the README's tables are what the program says, and the command
lines that it shows exist.

The tables stand between `<!-- written by tests/house/readme.py: NAME -->` and `<!-- end -->`. --write brings them up to date;
without it a difference is a problem. The control: a README with one word changed must be a problem too."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def algorithm_table(satscope):
    rows = ["| algorithm | by | parameters |", "|---|---|---|"]
    for one in json.loads(run(satscope, "list", "--json")):
        params = ", ".join(f"`{param['id']}`" for param in one["params"]) or "none"
        rows.append(f"| {one['title']} (`{one['id']}`) | {one['paper']} | {params} |")
    return "\n".join(rows)


def section(name):
    return re.compile(rf"(<!-- written by tests/house/readme\.py: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def table_problems(readme, tables):
    for name, table in tables.items():
        found = section(name).search(readme)
        if not found:
            yield f"README.md has no section '{name}'"
        elif found.group(2).strip() != table.strip():
            yield f"README.md's section '{name}' differs from the program: tests/house/readme.py --write brings it up to date"


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
    if given.write:
        for name, table in tables.items():
            readme = section(name).sub(lambda found, table=table: found.group(1) + table.strip() + "\n" + found.group(3), readme)
        (ROOT / "README.md").write_text(readme)

    def help_of(program, sub):
        if program in ("./run", "./test"):
            # what ./run does not know goes to satscope
            return run(str(ROOT / program), "--help") + (run(given.satscope, "--help") if program == "./run" else "")
        return run(given.satscope, *([sub] if sub else []), "--help")

    problems = list(table_problems(readme, tables))
    for name in ("README.md", "CONTRIBUTING.md"):
        problems += [f"{name}: {problem}" for problem in command_problems((ROOT / name).read_text(), help_of)]

    spoilt = readme.replace("| `", "| `x", 1).replace("|---|", "|----|")
    if not list(table_problems(spoilt, tables)):
        problems.append("the check is blind: it does not see a changed table")
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
