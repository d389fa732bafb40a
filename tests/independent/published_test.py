#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures in assets/published against a second transcription of the same papers.

usage: published_test.py
Exit 0: both have the same figures.
"""
import copy
import csv
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
PUBLISHED = HERE.parents[1] / "assets" / "published"


def table(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))


def first():
    """{(file, table, column, what, unit, size): value} of what the program shows; our own measurements are not of a paper."""
    figures = {}
    for path in sorted(PUBLISHED.glob("*.json")):
        if path.stem.startswith("satscope-"):
            continue
        for part in json.loads(path.read_text())["tables"]:
            for column in part["columns"]:
                for size, value in zip(part["sizes"], column["values"], strict=True):
                    shape = "-" if size is None else "{}x{}".format(*size)
                    key = path.stem, part["name"], column["title"], column["what"], column.get("unit", ""), shape
                    if key in figures:
                        sys.exit(f"twice: {key}")
                    figures[key] = value
    return figures


def second():
    figures = {}
    for row in table(HERE / "published" / "figures.tsv"):
        key = tuple(row[name] for name in ("file", "table", "column", "what", "unit", "size"))
        if key in figures:
            sys.exit(f"twice: {key}")
        figures[key] = float(row["value"])
    return figures


def differences(ours, theirs):
    for key in sorted(ours.keys() | theirs.keys()):
        if ours.get(key) != theirs.get(key):
            yield f"{' | '.join(key)}: {ours.get(key, 'missing')} in assets/published, {theirs.get(key, 'missing')} in figures.tsv"


def main():
    ours, theirs = first(), second()
    for change in (lambda f, key: f.update({key: f[key] + 1}), lambda f, key: f.pop(key)):
        wrong = copy.deepcopy(ours)
        change(wrong, next(iter(wrong)))
        if len(list(differences(wrong, theirs))) <= len(list(differences(ours, theirs))):
            sys.exit("a figure is spoilt and nothing differs")
    found = list(differences(ours, theirs))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(ours)} figures compared, {len(found)} differ; {len(table(HERE / 'published' / 'unread.tsv'))} plots not readable in text")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
