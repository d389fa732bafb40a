# SPDX-License-Identifier: Apache-2.0
"""corpus.py FOLDER [TARGET...]: writes corpus/TARGET.json of the inputs that a fuzzer kept in FOLDER/TARGET: those of at most
1000 bytes, short and long ones, about 60 kB for a target. A fuzzer's `-merge=1` makes such a folder, without inputs that add nothing."""
import json
import pathlib
import sys

MOST_BYTES, MOST_OF_A_TARGET = 1000, 60_000


def chosen(folder):
    inputs = sorted({file.read_bytes() for file in folder.iterdir() if file.is_file()}, key=lambda i: (len(i), i))
    lines = [json.dumps(content.decode("latin-1")) for content in inputs if len(content) <= MOST_BYTES]
    step = max(1.0, sum(map(len, lines)) / MOST_OF_A_TARGET)
    return [lines[int(i * step)] for i in range(int(len(lines) / step))]


folder = pathlib.Path(sys.argv[1])
for target in sys.argv[2:] or sorted(each.name for each in folder.iterdir()):
    lines = chosen(folder / target)
    (pathlib.Path(__file__).parent / "corpus" / f"{target}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{target}: {len(lines)} inputs")
