# SPDX-License-Identifier: Apache-2.0
"""seeds.py FOLDER: small whole files of every kind that is read as a still, for the fuzzer to begin with."""
import pathlib
import struct
import sys
import zlib


def png(width, height, bits, colour, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def bmp(width, height):
    row = (width * 3 + 3) // 4 * 4
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, row * height, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + row * height, 0, 0, 54) + head + bytes(range(256))[: row * height]


def kept(method, bits, width, height, content):
    """A stored table, as app/sources/stored_table.h describes it."""
    head = b"\x93SATSTOR" + bytes([1, len(method), bits, 0]) + struct.pack("<IIQ", width, height, 0)
    checksum = 0xCBF29CE484222325
    for byte in head + method + content:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return head + struct.pack("<Q", checksum) + method + content


SEEDS = {
    "grey.png": png(2, 2, 8, 0, b"\0\1\2\0\3\4"),
    "deep.png": png(1, 1, 16, 0, b"\0\1\2"),
    "colour.png": png(2, 1, 8, 2, b"\0\1\2\3\4\5\6"),
    "alpha.png": png(1, 1, 8, 6, b"\0\1\2\3\4"),
    "a.bmp": bmp(3, 2),
    "a.tga": struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 2, 1, 24, 32) + b"\1\2\3\4\5\6",
    "run.tga": struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 2, 1, 24, 32) + b"\x81\1\2\3\0",
    "a.pgm": b"P5 2 2 255\n\1\2\3\4",
    "plain.pgm": b"P2\n# a comment\n2 1\n9\n1 9\n",
    "a.ppm": b"P6 1 1 255\n\1\2\3",
    "deep.ppm": b"P6 1 1 65535\n\0\1\2\3\4\5",
    "plain.ppm": b"P3 1 1 9 1 2 3",
    "comma.csv": b"1,2\n3,-4.5e3\n",
    "semicolon.csv": b"\xef\xbb\xbf1;2\r\n3;4\r\n",
    "cross.kept": kept(b"cross", 12, 3, 3, bytes(range(8 + 4))),
    "modular.kept": kept(b"modular", 8, 2, 1, b"\1\2"),
    "blanks.txt": b"1 2\n3 4\n",
}

folder = pathlib.Path(sys.argv[1])
for name, content in SEEDS.items():
    (folder / name).write_bytes(content)
