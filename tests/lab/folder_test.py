#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`satscope check FOLDER` writes a line for each submission, also for two that are the same.

usage: folder_test.py SATSCOPE
Exit 77: there is no g++.
"""
import csv
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
SCHEMA = PROGRAMS.parents[2] / "docs" / "check-folder.schema.json"
# the file, the program that it is, and what its comments promise: verdict, table, kinds, line of the first
SUBMISSIONS = [("ann/scan.cu", "right", "nothing found", "right", "", ""),
               ("bob/scan.cu", "right", "nothing found", "right", "", ""),
               ("eve/<scan>.cu", "missing_barrier", "findings", "wrong", "race", "18"),
               ("sum.cuh.cu", "parts/unset", "nothing to run", "none", "", "There is neither table(in, out, width, height) nor main()"),
               ("typo.cu", "does_not_compile", "does not compile", "none", "", "2")]


class Cells(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows = []

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1] and data != "\n":
            self.rows[-1][-1] += data


def problems(rows):
    for submission, row in zip(SUBMISSIONS, rows, strict=True):
        file, _, verdict, table, kinds, line = submission
        found = [row["file"], row["verdict"], row["table"], row["kinds"], row["first"].partition(":")[0]]
        if found != [file, verdict, table, kinds, line]:
            yield f"{found} is not {[file, verdict, table, kinds, line]}"


def main():
    program = sys.argv[1]
    if not shutil.which("g++"):
        print("skipped: g++ is not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "submissions"
        for file, source, *_ in SUBMISSIONS:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROGRAMS / f"{source}.cu", folder / file)
        run = subprocess.run([program, "check", folder, PROGRAMS / "right.cu"], capture_output=True, text=True, timeout=300)
        if run.returncode != 2 or "give a folder alone" not in run.stderr:
            sys.exit(f"a file beside the folder: exit code {run.returncode}, {run.stderr}")
        (pathlib.Path(place) / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        main = [PROGRAMS / "several_files.cu", PROGRAMS / "parts" / "add.cu", "-I", PROGRAMS / "parts" / "include", "--size", "3x3"]
        run = subprocess.run([program, "check", *main], capture_output=True, text=True, timeout=300)
        if run.returncode != 2 or "--size is of the picture that table() gets" not in run.stderr or run.stdout:
            sys.exit(f"--size beside main(): exit code {run.returncode}, {run.stdout}{run.stderr}")
        for wrong, code, said in (("-", 2, "not the standard input; give a CUDA file (.cu) or a folder"),
                                  (f"{place}/a.png", 1, "a.png' is not a text file; check takes a CUDA file (.cu)"),
                                  (f"{place}/none.cu", 1, f"there is no file '{place}/none.cu'")):
            run = subprocess.run([program, "check", wrong], capture_output=True, text=True, timeout=300, input="hello")
            if run.returncode != code or said not in run.stderr or run.stdout:
                sys.exit(f"check {wrong}: exit code {run.returncode}, {run.stdout}{run.stderr}")
        terminal, end = os.openpty()
        subprocess.run([program, "check", PROGRAMS / "right.cu", "--size", "3x2"], stdout=subprocess.DEVNULL, stderr=end, timeout=300)
        os.write(end, b"|")  # so that there is something to read
        said = os.read(terminal, 1 << 16).decode()
        if "right.cu: run 2, at 3x2 with the threads in reverse order" not in said:
            sys.exit(f"no line says what runs: {said!r}")
        # files are named as the user named them, others from the current folder
        for words, named in ((["submissions/typo.cu"], "submissions/typo.cu"),
                             ([PROGRAMS / "several_files.cu", PROGRAMS / "parts" / "add.cu", "-I", PROGRAMS / "parts" / "include"],
                              PROGRAMS / "parts" / "add.cu")):
            text = subprocess.run([program, "check", *words], capture_output=True, text=True, timeout=300, cwd=place).stdout
            report = subprocess.run([program, "check", *words, "--json"], capture_output=True, text=True, timeout=300, cwd=place)
            files = {one["file"] for kind in ("errors", "findings") for one in json.loads(report.stdout)[kind]}
            if f"\n{named}:" not in "\n" + text or str(named) not in files:
                sys.exit(f"no {named} in {files} and:\n{text}")
        text = subprocess.run([program, "check", PROGRAMS / "several_files.cu", "parts/add.cu", "-I", "parts/include"],
                              capture_output=True, text=True, timeout=300, cwd=PROGRAMS).stdout
        for named in ("\nparts/add.cu:3", "\nparts/start.h:4"):
            if named not in "\n" + text:
                sys.exit(f"no {named[1:]} in:\n{text}")
        results = {}
        for ending in ("csv", "html"):
            out = pathlib.Path(place) / f"table.{ending}"
            run = subprocess.run([program, "check", folder, "-o", out], capture_output=True, text=True, timeout=300)
            if run.returncode != 3:
                sys.exit(f"the exit code is {run.returncode}: {run.stderr}")
            results[ending] = out.read_text()
        run = subprocess.run([program, "check", folder, "--json"], capture_output=True, text=True, timeout=300)
        report = json.loads(run.stdout)
        try:
            import jsonschema
            jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(report)
        except ImportError:
            pass
        rows = list(csv.DictReader(results["csv"].splitlines()))
        wrong = list(problems(rows))
        for one in report["files"]:
            alone = subprocess.run([program, "check", folder / one["file"], "--json"], capture_output=True, text=True, timeout=300)
            if {"version": 1, **one.pop("report")} != json.loads(alone.stdout):
                wrong.append(f"{one['file']} alone has another report: {alone.stdout}")
        if [{**one, "mistakes": str(one["mistakes"])} for one in report["files"]] != rows or run.returncode != 3:
            wrong.append(f"the JSON differs from the CSV: {run.stdout}")
        page = Cells()
        page.feed(results["html"])
        if page.rows != [list(rows[0]), *(list(row.values()) for row in rows)]:
            wrong.append("the page differs from the CSV")
        if not list(problems([{**row, "verdict": "?"} for row in rows])):
            wrong.append("the test is blind")
        if wrong:
            sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
