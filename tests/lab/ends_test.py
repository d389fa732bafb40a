#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that come to no good end: their trace has the steps up to there and the reason. Without a compiler there is a sentence,
also from the check of a lesson. Ctrl-C ends a trace and a check of a program that does not end, and leaves nothing behind.

usage: ends_test.py SATSCOPE
Exit 77: there is no g++.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = """#include <cassert>
__global__ void first(const unsigned char* in, unsigned* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void second(unsigned* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] += 1;
  END
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in;
  unsigned* d_out;
  cudaMalloc(&d_in, w * h);
  cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  first<<<1, 32>>>(d_in, d_out, w * h);
  second<<<1, 32>>>(d_out, w * h);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
"""
# how line 9 ends the program: words of the reason
ENDS = {
    "assert(i < 3);": ["The steps end before the program: my.cu:9", "i < 3"],
    "if (i == 5) *(int*)nullptr = 1;": ["The steps end before the program: my.cu:9", "null"],
    "volatile int z = 0; out[0] = i / z;": ["The steps end before the program: my.cu:9", "division by 0"],
    "if (i == 2) while (*(volatile unsigned*)out != 77) {}": ["Deadlock", "thread 2 waits", "line 9"],
}
ENDLESS = PROGRAM.replace("END", ";").replace("  cudaFree(d_in);", "  for (volatile int i = 0;; i = 0) {}")


def children_of(pid):
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = status.read_text().rpartition(")")
        except OSError:  # it is gone
            continue
        if int(parts[2].split()[1]) == pid:
            found.append(parts[0].partition("(")[2])
    return found


def wrong_when_stopped(program, place, file, words, sentence):
    """Ctrl-C while the user's program runs."""
    temporary = place / "tmp"
    temporary.mkdir()
    process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=place,
                               env={**os.environ, "TMPDIR": str(temporary)})
    for _ in range(600):
        if "program" in children_of(process.pid):
            break
        time.sleep(0.1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    left = [*map(str, temporary.iterdir()), *(str(one) for one in place.iterdir() if one not in (file, temporary))]
    shutil.rmtree(temporary)
    if process.returncode != 130 or sentence not in said or left:
        yield f"{words[0]} after Ctrl-C: exit code {process.returncode}, '{said}', left behind: {left}"


def main():
    program = sys.argv[1]
    if not shutil.which("g++"):
        print("skipped: g++ is not here")
        sys.exit(77)
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / "my.cu"
        for end, words in {**ENDS, ";": []}.items():
            file.write_text(PROGRAM.replace("END", end))
            run = subprocess.run([program, "trace", "--algorithm", file, "--size", "4x2"], capture_output=True, text=True,
                                 timeout=240)
            if run.returncode:
                wrong.append(f"{end}: {run.stderr}")
                continue
            trace = json.loads(run.stdout)
            reasons = " ".join(trace["deadlocks"])
            if not all(word in reasons for word in words) or bool(words) != bool(reasons):
                wrong.append(f"{end}: the reason is '{reasons}'")
            passes = {step["pass"] for step in trace["steps"]}
            lines = {access["line"] for step in trace["steps"] for access in step["writes"]}
            if len(passes) < 2 or not {4, 8} <= lines:
                wrong.append(f"{end}: steps of passes {passes}, writes in lines {lines}")
        file.write_text(ENDLESS)
        wrong += wrong_when_stopped(program, pathlib.Path(place), file, ["check", file, "--seconds", "600"],
                                    "Ctrl-C ended the check; nothing is kept")
        wrong += wrong_when_stopped(program, pathlib.Path(place), file,
                                    ["trace", "--algorithm", file, "--size", "4x2", "-o", "trace.json"],
                                    "stopped by Ctrl-C; nothing was written")
        for words in (["check", file], ["trace", "--algorithm", file, "--size", "4x2"], ["lesson", "first-kernel", "--check"]):
            nowhere = subprocess.run([program, *words], capture_output=True, text=True, timeout=60,
                                     env={**os.environ, "PATH": place})
            if "built without" in nowhere.stderr:
                continue  # without a window there are no lessons
            if nowhere.returncode != 1 or any(sentence not in nowhere.stderr for sentence in
                                              ("there is no C++ compiler here", "apt install g++")):
                wrong.append(f"{words[0]} without a compiler: {nowhere.returncode} {nowhere.stderr}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
