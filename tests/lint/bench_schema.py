#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `satscope bench` writes is what docs/bench.schema.json says, and the schema refuses what is not.

usage: bench_schema.py SATSCOPE
Exit 0: so it is; 77: this Python has no jsonschema.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: this Python has no jsonschema")
    sys.exit(77)

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "bench.schema.json").read_text())
CASES = ["--machine", "cpu", "--sizes", "33x17", "--repeats", "3"]


def bench(program, *words):
    ran = subprocess.run([program, "bench", *CASES, "--json", *words], capture_output=True, text=True)
    assert ran.returncode == 0 or "asked for by name and not timed" in ran.stderr, ran.stderr
    return json.loads(ran.stdout)


def spoil(report):
    """The same report, wrong in one way each."""
    for change in (
        lambda r: r.pop("version"),
        lambda r: r.pop("noise_faults"),
        lambda r: r["results"][0].pop("low_ms"),
        lambda r: r["results"][0].update(median_ms=0),
        lambda r: r["results"][0].update(samples_ms=["1"]),
        lambda r: r["results"][0].update(speed="fast"),
        lambda r: r["results"][0].update(stop_reason="tired"),
        lambda r: r["results"][0].update(faults=["shaky"]),
        lambda r: r["results"][0].update(file_sha256="my.cu"),
        lambda r: r["floor"][0].update(ms=None),
        lambda r: r.update(headline="a is ahead"),
    ):
        wrong = copy.deepcopy(report)
        change(wrong)
        yield wrong


def main():
    program = sys.argv[1]
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    check = jsonschema.Draft202012Validator(SCHEMA)
    samples = bench(program, "--algorithms", "serial,cpu-simd", "--samples")
    assert len(samples["results"][0]["samples_ms"]) == 3, samples["results"][0]
    # with a result that is emulated, one that is skipped, four channels, hot runs and parameters
    others = bench(program, "--algorithms", "rows-n n=4,npp,serial", "--channels", "1", "--hot")
    assert others["skipped"] and any(one["emulated"] for one in others["results"]), others["skipped"]
    for report in (samples, others):
        check.validate(report)
    # as an earlier version wrote it: it is still right, and still read
    older = copy.deepcopy(others)
    older.pop("precision_faults")
    for result in older["results"]:
        result.pop("stop_reason")
        result.pop("stopped")
        result.pop("file_sha256")
        result.pop("faults")
    check.validate(older)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "older.json"
        file.write_text(json.dumps(older))
        table = subprocess.run([program, "bench", "--table", file], capture_output=True, check=True, text=True).stdout
    assert "serial" in table, table
    for wrong in spoil(samples):
        assert not check.is_valid(wrong), json.dumps(wrong)[:2000]


if __name__ == "__main__":
    main()
