#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `satscope check FILE --new NAME` writes: right programs have no finding; those with a mistake have it, where it was planted.

usage: templates_test.py SATSCOPE
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
RIGHT = ["blelloch", "hillis-steele", "thread-per-row", "tiled-transpose", "warp-scan"]
# nothing is found, but the table is wrong: a line is to be completed
TO_COMPLETE = ["first-kernel", "own-tree"]
# name: all that is found, in lines that begin so; the planted mistake is the first, the others follow from it
MISTAKES = {
    "spot-1": [("race", "if (t >= d) sums[t] += sums[t - d];")],
    "spot-2": [("bounds", "sum += in[y * width + x];"), ("bounds", "rows[y * width + x] = sum;"),
               ("race", "sum += in[y * width + x];"), ("uninitialised", "sum += in[y * width + x];")],
    "spot-3": [("bounds", "if (x < height && y < width) out[y * width + x]"),
               ("race", "if (x < height && y < width) out[y * width + x]"),
               ("uninitialised", "for (int y = 1; y < height; ++y) data[y * width + x]")],
    "spot-4": [("barrier", "__syncthreads();"), ("race", "temp[right] += sum;")],
    "spot-5": [("warp", "const unsigned left = __shfl_up_sync"), ("warp", "carry += __shfl_sync")],
    "spot-6": [("race", "if (lane >= d) sums[lane] += sums[lane - d];"), ("uninitialised", "carry += sums[k_lanes - 1];"),
               ("uninitialised", "if (lane >= d) sums[lane] += sums[lane - d];")],
    "odd-sizes": [("launch", "scan_rows<<<height / threads, threads>>>"), ("launch", "scan_columns<<<width / threads, threads>>>"),
                  ("uninitialised", "cudaMemcpy(out, d_out, pixels * sizeof(unsigned), cudaMemcpyDeviceToHost);"),
                  ("uninitialised", "sum += rows[y * width + x];")],
}


def check(program, name, file):
    run = subprocess.run([program, "check", file, "--new", name, "--json"], capture_output=True, text=True, timeout=240)
    return run, (json.loads(run.stdout) if run.stdout else None)


def wrong_of(name, run, report, lines):
    if name in RIGHT:
        if run.returncode or report["findings"] or report["table"]["state"] != "right":
            yield f"{name} is not right: {run.stdout}"
        return
    if name in TO_COMPLETE:
        if run.returncode != 3 or report["findings"] or report["table"]["state"] != "wrong":
            yield f"{name} is to be completed, and nothing else is wrong: {run.stdout}"
        return
    found = [(finding["kind"], lines[finding["line"] - 1].strip()) for finding in report["findings"]]
    expected = MISTAKES[name]
    matches = [[kind == of and text.startswith(line) for of, text in found] for kind, line in expected]
    if run.returncode != 3 or not all(map(any, matches)) or not all(map(any, zip(*matches))):
        yield f"{name} has other findings than {expected}: {found}"


def main():
    program = sys.argv[1]
    names = sorted(file.stem for file in (ROOT / "assets" / "lab").glob("*.cu"))
    wrong = []
    if names != sorted([*RIGHT, *TO_COMPLETE, *MISTAKES]):
        wrong.append(f"the templates are {names}")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            file = pathlib.Path(folder) / f"{name}.cu"
            run, report = check(program, name, file)
            if not report:
                sys.exit(f"{name}: {run.stderr}")
            wrong += wrong_of(name, run, report, file.read_text().splitlines())
        before = file.read_text()
        run, _ = check(program, names[0], file)
        if run.returncode != 2 or "exists already" not in run.stderr or file.read_text() != before:
            wrong.append(f"a file that exists is written: {run.returncode} {run.stderr}")
        run, _ = check(program, "no-such", pathlib.Path(folder) / "other.cu")
        if run.returncode != 2 or "warp-scan" not in run.stderr or (pathlib.Path(folder) / "other.cu").exists():
            wrong.append(f"an unknown name: {run.returncode} {run.stderr}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
