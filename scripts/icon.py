#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""icon.py FROM.svg TO.ico: an icon for Windows, with a PNG of each size in it, drawn by rsvg-convert."""
import struct
import subprocess
import sys

SIDES = [16, 24, 32, 48, 64, 128, 256]

source, target = sys.argv[1:]
pictures = [subprocess.run(["rsvg-convert", "-w", str(side), "-h", str(side), source], check=True, capture_output=True).stdout
            for side in SIDES]
head = struct.pack("<HHH", 0, 1, len(SIDES))
offset = len(head) + 16 * len(SIDES)
for side, picture in zip(SIDES, pictures):
    head += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(picture), offset)
    offset += len(picture)
with open(target, "wb") as icon:
    icon.write(head + b"".join(pictures))
