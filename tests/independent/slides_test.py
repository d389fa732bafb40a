#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The slides of `satscope lesson -o FILE.pdf`, read by code of its own: a page for each card, with the pixels of its picture.

usage: slides_test.py SATSCOPE
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

LESSONS = pathlib.Path(__file__).resolve().parent.parent.parent / "assets" / "lessons"
SIZE = 640, 360


def rows_of_png(png):
    """Its filtered rows: of RGB, 8 bits each."""
    at, rows = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"IHDR" and png[at + 16:at + 21] != bytes([8, 2, 0, 0, 0]):
            raise SystemExit("the picture is no RGB of 8 bits")
        if png[at + 4:at + 8] == b"IDAT":
            rows += png[at + 8:at + 8 + length]
        at += length + 12
    return zlib.decompress(rows)


def objects_of_pdf(pdf):
    """By number, as the table at the end finds them."""
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    count = int(re.match(rb"xref\n0 (\d+)\n", pdf[table:])[1])
    first = table + len(f"xref\n0 {count}\n")
    found = {}
    for number in range(1, count):
        entry = pdf[first + 20 * number:first + 20 * number + 20]
        at = int(re.fullmatch(rb"(\d{10}) 00000 n \n", entry)[1])
        head = f"{number} 0 obj\n".encode()
        if not pdf[at:].startswith(head):
            raise ValueError(f"object {number} is not at {at}")
        found[number] = pdf[at + len(head):]
    return found


def one(pattern, text):
    return re.search(pattern, text)[1]


def problems(pdf, pictures):
    try:
        objects = objects_of_pdf(pdf)
        catalog = objects[int(one(rb"/Root (\d+) 0 R", pdf))]
        tree = objects[int(one(rb"/Pages (\d+) 0 R", catalog))]
        pages = [objects[int(number)] for number in re.findall(rb"(\d+) 0 R", one(rb"/Kids \[([^\]]*)\]", tree))]
        if not len(pages) == int(one(rb"/Count (\d+)", tree)) == len(pictures):
            yield f"{len(pictures)} cards are {len(pages)} pages"
        for number, (page, png) in enumerate(zip(pages, pictures), 1):
            box = [float(value) for value in one(rb"/MediaBox \[([^\]]*)\]", page).split()]
            drawing = objects[int(one(rb"/Contents (\d+) 0 R", page))].split(b"stream\n")[1].split()
            if box[:2] != [0, 0] or abs(box[2] / box[3] - SIZE[0] / SIZE[1]) > 1e-3 or [float(drawing[0]), float(drawing[3])] != box[2:]:
                yield f"page {number} has another shape than its picture, which fills it"
            image = objects[int(one(rb"/XObject << /P (\d+) 0 R", page))]
            if (int(one(rb"/Width (\d+)", image)), int(one(rb"/Height (\d+)", image)), int(one(rb"/Columns (\d+)", image))) != (*SIZE, SIZE[0]):
                yield f"the picture of page {number} has another size"
            begin, length = image.index(b"stream\n") + 7, int(one(rb"/Length (\d+)", image))
            if not image[begin + length:].startswith(b"\nendstream\nendobj\n"):
                yield f"the picture of page {number} has another length than it says"
            if zlib.decompress(image[begin:begin + length]) != rows_of_png(png):
                yield f"page {number} is not the picture of its card"
    except (TypeError, ValueError, KeyError, zlib.error) as problem:
        yield f"the PDF cannot be read: {problem}"


def main():
    satscope = sys.argv[1]
    cards = len(re.findall(r"^## ", next(LESSONS.glob("*-tree.md")).read_text(), re.MULTILINE))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for out in ("slides.pdf", "slide-%d.png"):
            subprocess.run([satscope, "lesson", "tree", "--size", "x".join(map(str, SIZE)), "-o", str(folder / out)], check=True, capture_output=True)
        pdf = (folder / "slides.pdf").read_bytes()
        pictures = [(folder / f"slide-{card}.png").read_bytes() for card in range(1, cards + 1)]
    found = list(problems(pdf, pictures))
    # controls
    for bent in (pdf.replace(b"/Count 8", b"/Count 7"), pdf.replace(b" 00000 n", b" 00001 n", 3), pdf.replace(b"/Width 640", b"/Width 320")):
        if not list(problems(bent, pictures)):
            found.append("the check is blind")
    if not list(problems(pdf, pictures[::-1])):
        found.append("the check does not see pages in another order")
    print("\n".join(found) or f"{cards} pages are the pictures of their cards")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
