#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what ptxas reports for our kernels with their hand-written twins and with the recorded budget.

usage: budget.py NVCC SOURCE_DIR INCLUDE_DIR...
Exit 0: within the budget; 1: not, with a sentence for each kernel; 77: the budget is of another toolkit.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TWINS = [
    ("ScanSegments<unsigned char, unsigned int>", "scan_segments_by_hand"),
    ("SumTable<unsigned char, unsigned int>", "sum_table_by_hand"),
]
REGISTERS_APART = 2
BYTES_APART = 8  # because: a block's shared memory is aligned as a whole


def short_name(full):
    """Kernel<types> of a demangled name, four channels as "4 float"; the sizes of the machine, the real ones, are left out."""
    kernel = full.split("launch<", 1)[-1]
    kernel = re.sub(r", \(?satscope::Sizes\)?\{[^}]*\}", "", kernel)
    kernel = re.sub(r"\(bool\)1", "true", kernel)
    # of the tile of a single pass only the size stays, where it is not the medium one, and the channels behind it
    sizes = {"0": "small, ", "1": "", "2": "large, "}
    kernel = re.sub(r"TileTraits<([^,]*, [^,]*), [^<>]*TileKind\{.*\}, \d, \d, (\d), [^<>,]*\)(\d), [^<>,]*\)\d\}> ?>",
                    lambda found: f"{found[1]}, {sizes[found[3]]}{'' if found[2] == '1' else found[2]}>", kernel)
    kernel = kernel.replace("satscope::single_pass::SumTable<satscope::single_pass::", "satscope::single_pass::SumTable<")
    kernel = re.sub(r"[, ]+>", ">", kernel)
    kernel = re.sub(r"satscope::vec4<([^<>]*)>", r"4 \1", kernel)
    return re.search(r"(\w+(?:<[^<>]*>)?)(?:, satscope::(?:Gpu|pitched)|\()", kernel)[1]


def report(nvcc, source, includes):
    """{demangled kernel: {registers, shared, asked, spills, stack}} of one source, compiled for sm_90. asked: dynamic bytes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [nvcc, "-std=c++20", "--expt-relaxed-constexpr", "-arch=sm_90", "-cubin", "-Xptxas", "-v"]
        command += [f"-I{include}" for include in includes] + ["-o", f"{folder}/budget.cubin", str(source)]
        said = subprocess.run(command, capture_output=True, text=True)
        if said.returncode:
            sys.exit(f"nvcc failed:\n{said.stderr}")
        symbols = subprocess.run(f"readelf -sW {folder}/budget.cubin | c++filt", shell=True, capture_output=True, text=True,
                                 check=True).stdout
    kernels = {}
    name = None
    for line in said.stderr.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)'", line):
            full = subprocess.run(["c++filt", match[1]], capture_output=True, text=True, check=True).stdout
            name = short_name(full)
            kernels[name] = {"shared": 0, "asked": 0}
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            kernels[name].update(stack=int(match[1]), spills=int(match[2]) + int(match[3]))
        elif match := re.search(r"Used (\d+) registers", line):
            kernels[name]["registers"] = int(match[1])
            if match := re.search(r"(\d+) bytes smem", line):
                kernels[name]["shared"] = int(match[1])
    for size, kernel in re.findall(r"(\d+) OBJECT .*satscope::asked_for<(.*[^ ]) ?>$", symbols, re.MULTILINE):
        kernels[short_name(kernel + "(")]["asked"] = int(size) - 1
    return kernels


def main():
    nvcc, here, *includes = sys.argv[1:]
    here = pathlib.Path(here)
    kernels = report(nvcc, here / "budget.cu", includes)
    complaints = []
    for name, found in kernels.items():
        print(f"{name}: {found}")
        if found["spills"] or found["stack"]:
            complaints.append(f"{name} spills: {found}")
    for ours, theirs in TWINS:
        a, b = kernels[ours], kernels[theirs]
        if a["registers"] > b["registers"] + REGISTERS_APART:
            complaints.append(f"{ours} has {a['registers']} registers, by hand {b['registers']}")
        if a["shared"] > b["shared"] + BYTES_APART:
            complaints.append(f"{ours} has {a['shared']} bytes of shared memory, by hand {b['shared']}")
    budget = json.loads((here.parents[1] / "assets" / "budget.json").read_text())
    toolkit = re.search(r"release ([\d.]+)", subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout)[1]
    if toolkit == budget["toolkit"]:
        for name, allowed in budget["kernels"].items():
            if name not in kernels:
                complaints.append(f"{name} has a budget but is not compiled: {sorted(kernels)}")
            elif kernels[name]["registers"] > allowed["registers"] or any(
                    kernels[name][memory] != allowed.get(memory, 0) for memory in ("shared", "asked")):
                complaints.append(f"{name} has {kernels[name]}, its budget is {allowed}")
    print("\n".join(complaints), file=sys.stderr)
    if complaints:
        return 1
    if toolkit != budget["toolkit"]:
        print(f"skipped: the recorded budget is of toolkit {budget['toolkit']}, this is {toolkit}")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
