#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A picture whose pixels are known by a formula, so that sums need neither a file nor a table of ours.

picture.py write FILE.pgm     writes it
picture.py sum X Y W H        the sum of a box by the definition: two loops over the pixels
picture.py mean X Y R         the mean of what exists of the (2R+1)x(2R+1) pixels around a pixel, rounded half up"""
import sys

WIDTH, HEIGHT = 96, 64


def pixel(x, y):
    return (x * 7 + y * 13 + x * y) % 256


def write(file):
    pixels = bytes(pixel(x, y) for y in range(HEIGHT) for x in range(WIDTH))
    with open(file, "wb") as out:
        out.write(f"P5\n{WIDTH} {HEIGHT}\n255\n".encode() + pixels)


def box_sum(left, top, width, height):
    total = 0
    for y in range(top, top + height):
        for x in range(left, left + width):
            total += pixel(x, y)
    return total


def box_mean(x, y, radius):
    left, top = max(0, x - radius), max(0, y - radius)
    width, height = min(WIDTH, x + radius + 1) - left, min(HEIGHT, y + radius + 1) - top
    return (2 * box_sum(left, top, width, height) + width * height) // (2 * width * height)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        write(sys.argv[2])
    elif len(sys.argv) == 6 and sys.argv[1] == "sum":
        print(box_sum(*map(int, sys.argv[2:])))
    elif len(sys.argv) == 5 and sys.argv[1] == "mean":
        print(box_mean(*map(int, sys.argv[2:])))
    else:
        sys.exit(__doc__)
