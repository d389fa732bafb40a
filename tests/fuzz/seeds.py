# SPDX-License-Identifier: Apache-2.0
"""seeds.py FOLDER: small whole inputs for each fuzz target, FOLDER/TARGET/NAME, for the fuzzer to begin with."""
import json
import pathlib
import re
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
    """A stored table, as app/sources/files/stored_table.h describes it."""
    head = b"\x93SATSTOR" + bytes([1, len(method), bits, 0]) + struct.pack("<IIQ", width, height, 0)
    checksum = 0xCBF29CE484222325
    for byte in head + method + content:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return head + struct.pack("<Q", checksum) + method + content


def turned(orientation, order="<"):
    """EXIF as TIFF has it, with one entry: the orientation."""
    return (b"II" if order == "<" else b"MM") + struct.pack(order + "HIHHHIHHI", 42, 8, 1, 0x112, 3, 1, orientation, 0, 0)


def jpeg(*segments):
    """A grey pixel, with these application segments."""
    tables = (b"\xff\xdb\0\x43\0" + b"\1" * 64 + b"\xff\xc0\0\x0b\x08\0\1\0\1\1\1\x11\0" + b"\xff\xc4\0\x14\0\1" + b"\0" * 15 + b"\0"
              + b"\xff\xc4\0\x14\x10\1" + b"\0" * 15 + b"\0" + b"\xff\xda\0\x08\1\1\0\0\x3f\0\x3f")
    return b"\xff\xd8" + b"".join(b"\xff\xe1" + struct.pack(">H", len(s) + 2) + s for s in segments) + tables + b"\xff\xd9"


def with_chunk(picture, kind, data):
    """A PNG with one more chunk before its pixels."""
    at = picture.index(b"IDAT") - 4
    return picture[:at] + struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) + picture[at:]


def cascade_new():
    rects = "<rects><_>0 0 2 2 -1.</_><_>1 0 1 2 2.</_></rects><tilted>0</tilted>"
    return f"""<?xml version="1.0"?><opencv_storage><cascade><featureType>HAAR</featureType><height>4</height><width>4</width><stages><_>
<stageThreshold>-1.5</stageThreshold><weakClassifiers><_><internalNodes>0 -1 0 0.5</internalNodes><leafValues>-1. 1.</leafValues></_>
</weakClassifiers></_></stages><features><_>{rects}</_></features></cascade></opencv_storage>"""


def cascade_old():
    node = ("<feature><rects><_>0 0 2 2 -1.</_><_>1 0 1 2 2.</_></rects><tilted>0</tilted></feature><threshold>0.5</threshold>"
            "<left_val>-1.</left_val><right_val>1.</right_val>")
    return (f"<opencv_storage><c><size>4 4</size><stages><_><trees><_><_>{node}</_></_></trees>"
            "<stage_threshold>-1.5</stage_threshold></_></stages></c></opencv_storage>")


def trace(**other):
    whole = {"algorithm": "serial", "picture": [2, 2], "form": "padded", "type": "8u32u", "schedule": "ticket", "params": {},
             "sizes": {"warp": 4, "block": 8, "segment": 4, "tile": 4}, "deleted_barriers": [], "steps": [],
             "buffers": [{"name": "picture", "start": [1, 2, 3, 4]}]}
    return json.dumps(whole | other)


def short(results):
    """The first few of a published file."""
    return json.dumps(results | {name: results[name][:4] for name in ("floor", "results")})


def seeds():
    root = pathlib.Path(__file__).parents[2]
    for name, content in FILES.items():
        yield "files", name, content
        if name.endswith(".kept"):
            yield "stored", name, content
    figures = {file.name: file.read_text() for file in sorted((root / "assets/figures").glob("*.satscope"))}
    lessons = {file.name: file.read_text() for file in sorted((root / "assets/lessons").glob("*.md"))}
    for name, text in (figures | lessons).items():
        yield "texts", name, text
    for name, text in figures.items():
        yield "sessions", name, text
    shown = [members for text in lessons.values() for members in re.findall(r"^@show (\{.*\n(?:  .*\n)*)", text, re.M)]
    for number, members in enumerate(shown):
        yield "sessions", f"show{number}", members
    for number, condition in enumerate(text for lesson in lessons.values() for text in re.findall(r"^@until (.*)", lesson, re.M)):
        yield "conditions", f"until{number}", condition
    for number, condition in enumerate(["(" * 60 + "open" + ")" * 60, "1+" * 300 + "1 == 301", "not " * 40 + "open", "list.0.name == 'a'"]):
        yield "conditions", f"long{number}", condition
    for file in sorted((root / "assets/published").glob("*.json")):
        content = json.loads(file.read_text())
        if "floor" in content:
            yield "results", file.name, short(content)
    yield "traces", "serial", trace()
    yield "traces", "zeros", trace(buffers=[{"name": "picture", "start": None}], schedule="reversed:3")
    yield "traces", "scan", trace(algorithm="scan-transpose-scan", params={"padding": "1"})
    yield "cascades", "new.xml", cascade_new()
    yield "cascades", "old.xml", cascade_old()
    for number, text in enumerate(["box r=12; sauvola r=7 k=0.3", "box", "median r=2;box r=1 border=mirror", ";".join(["box"] * 101),
                                   "--sizes\n64x64,128x96\n--algorithms\nserial,cpu-simd", "--preset\nchen", "--vary\nsize=16x16..64x64",
                                   "--vary\nthreads=1,2\n--algorithms\ncpu-simd\n--sizes\n32x32", "--machine\ncpu\n--repeats\n3\n--type\n8u32u"]):
        yield "words", f"words{number}", text


FILES = {
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
    "a.jpg": jpeg(),
    "turned.jpg": jpeg(b"Exif\0\0" + turned(6)),
    "turned-big-endian.jpg": jpeg(b"Exif\0\0" + turned(8, ">")),
    "turned-twice.jpg": jpeg(b"Exif\0\0" + turned(3), b"Exif\0\0" + turned(5)),
    "turned.png": with_chunk(png(2, 1, 8, 2, b"\0\1\2\3\4\5\6"), b"eXIf", turned(6)),
}

folder = pathlib.Path(sys.argv[1])
for target, name, content in seeds():
    (folder / target).mkdir(parents=True, exist_ok=True)
    (folder / target / name).write_bytes(content if isinstance(content, bytes) else content.encode())
