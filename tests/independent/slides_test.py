#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The slides of `satscope lesson -o FILE.pdf`, read by code of its own: a page for each press of the clicker, in the words of the
lesson's file, in letters and shapes, and at many points in the colours that OpenGL draws.

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


# ---------------------------------------------------------------- what a lesson's file asks for

def cards_of(text):
    """Of each card its title, what a class is asked, the answer, and how often the clicker shows more."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        found = {}
        for name, value in re.findall(r"^@(\w+) (.*(?:\n  .*)*)", rest, re.MULTILINE):
            found.setdefault(name, []).append(re.sub(r"\s+", " ", value))
        asked = (found.get("question") or found.get("class") or found.get("ask") or [""])[0]
        answer = (found.get("reveal") or found.get("done") or [""])[0]
        yield title, asked, answer, (1 + found.get("solve", []).count("wait") if asked else 0)


def letters(text):
    return re.sub(r"[\s*`]", "", text)


# ---------------------------------------------------------------- a PDF

class Pdf:
    def __init__(self, data):
        self.data = data
        table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
        count = int(re.match(rb"xref\n0 (\d+)\n", data[table:])[1])
        first = table + len(f"xref\n0 {count}\n")
        self.at = {}
        for number in range(1, count):
            at = int(re.fullmatch(rb"(\d{10}) 00000 n \n", data[first + 20 * number:first + 20 * number + 20])[1])
            head = f"{number} 0 obj\n".encode()
            if not data[at:].startswith(head):
                raise ValueError(f"object {number} is not at {at}")
            self.at[number] = at + len(head)
        tree = self.entry(self.entry(data, rb"/Root"), rb"/Pages", follow=False)
        self.pages = [int(number) for number in re.findall(rb"(\d+) 0 R", re.search(rb"/Kids \[([^\]]*)\]", self.text(tree))[1])]
        if int(re.search(rb"/Count (\d+)", self.text(tree))[1]) != len(self.pages):
            raise ValueError("the pages are not so many as they say")
        self.resources = self.entry(self.text(self.pages[0]), rb"/Resources")
        self.fonts, self.pictures = {}, {}
        self.title = self.words(self.entry(data, rb"/Info"))
        self.bookmarks, root, at = [], self.entry(self.entry(data, rb"/Root"), rb"/Outlines"), None
        while at is None or b"/Next" in at:
            at = self.entry(root, rb"/First") if at is None else self.entry(at, rb"/Next")
            self.bookmarks.append((self.words(at), self.pages.index(int(re.search(rb"/Dest \[(\d+) 0 R /Fit\]", at)[1]))))

    def text(self, number):
        return self.data[self.at[number]:self.data.index(b"endobj", self.at[number])]

    def words(self, text):
        return bytes.fromhex(re.search(rb"/Title <([0-9A-F]+)>", text)[1].decode()).decode("utf-16")

    def entry(self, text, name, follow=True):
        number = int(re.search(name + rb" (\d+) 0 R", text)[1])
        return self.text(number) if follow else number

    def stream(self, number):
        at = self.at[number]
        head = self.data[at:self.data.index(b"stream\n", at)]
        begin, length = at + len(head) + 7, int(re.search(rb"/Length (\d+)", head)[1])
        if not self.data[begin + length:].startswith(b"\nendstream\nendobj\n"):
            raise ValueError(f"object {number} has another length than it says")
        return head, zlib.decompress(self.data[begin:begin + length])

    def font(self, name):
        """Of each code its width, its outline, and what it stands for."""
        if name not in self.fonts:
            font = self.entry(self.resources, b"/" + name)
            widths = [float(word) for word in re.search(rb"/Widths \[([^\]]*)\]", font)[1].split()]
            _, table = self.stream(self.entry(font, rb"/ToUnicode", follow=False))
            means = {int(a, 16): bytes.fromhex(b.decode()).decode("utf-16-be") for a, b in re.findall(rb"<(..)> <(\w{4,8})>", table)}
            shapes = [self.stream(self.entry(font, rb"/g%d" % code, follow=False))[1] for code in range(len(widths))]
            self.fonts[name] = [(width, outline_of(shape), means[code]) for code, (width, shape) in enumerate(zip(widths, shapes))]
        return self.fonts[name]

    def picture(self, name):
        if name not in self.pictures:
            head, data = self.stream(self.entry(self.resources, b"/" + name, follow=False))
            wide, high = (int(re.search(word + rb" (\d+)", head)[1]) for word in (rb"/Width", rb"/Height"))
            self.pictures[name] = wide, high, unfiltered(data, wide, high)
        return self.pictures[name]


def unfiltered(data, wide, high):
    """Rows of RGB, as PNG packs them."""
    rows, above = [], bytes(3 * wide)
    for y in range(high):
        kind, row = data[y * (3 * wide + 1)], bytearray(data[y * (3 * wide + 1) + 1:(y + 1) * (3 * wide + 1)])
        for i in range(3 * wide):
            left, up, corner = (row[i - 3] if i > 2 else 0), above[i], (above[i - 3] if i > 2 else 0)
            if kind == 1:
                more = left
            elif kind == 2:
                more = up
            elif kind == 3:
                more = (left + up) // 2
            elif kind == 4:
                more = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            else:
                break
            row[i] = (row[i] + more) & 255
        rows.append(bytes(row))
        above = rows[-1]
    return rows


def rows_of_png(png):
    at, packed = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += length + 12
    return unfiltered(zlib.decompress(packed), *SIZE)


def outline_of(drawing):
    """The edges of the shapes that are drawn."""
    edges, numbers, first, at = [], [], None, None
    for word in drawing.split():
        try:
            numbers.append(float(word))
            continue
        except ValueError:
            pass
        if word == b"m":
            first = at = tuple(numbers[-2:])
        elif word == b"l":
            edges.append((at, tuple(numbers[-2:])))
            at = tuple(numbers[-2:])
        elif word == b"c":
            points = [at] + [tuple(numbers[i:i + 2]) for i in (0, 2, 4)]
            for part in range(1, 5):
                t = part / 4
                to = tuple((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * d for a, b, c, d in zip(*points))
                edges.append((at, to))
                at = to
        elif word == b"re":
            x, y, wide, high = numbers[-4:]
            corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
            edges += zip(corners, corners[1:] + corners[:1])
        if word in (b"h", b"m") and at != first:
            edges.append((at, first))
            at = first
        numbers = []
    return edges


def is_inside(edges, x, y):
    """By the rule that counts turns."""
    turns = 0
    for (ax, ay), (bx, by) in edges:
        if (ay <= y) != (by <= y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
            turns += 1 if by > ay else -1
    return turns != 0


class Page:
    """What a page draws, in its pixels: shapes with a box around them, and its text."""

    def __init__(self, pdf, number):
        page = pdf.text(number)
        box = [float(word) for word in re.search(rb"/MediaBox \[([^\]]*)\]", page)[1].split()]
        if box[:2] != [0, 0] or abs(box[2] / box[3] - SIZE[0] / SIZE[1]) > 1e-3:
            raise ValueError("a page has another shape than the window")
        _, drawing = pdf.stream(pdf.entry(page, rb"/Contents", follow=False))
        head, drawing = drawing.split(b"cm\n", 1)
        scale = float(head.split()[0])
        if [float(word) for word in head.split()[1:4]] != [0, 0, -scale] or abs(scale * SIZE[0] - box[2]) > 0.01:
            raise ValueError("a page is not as wide as it draws")
        self.drawn, self.text, self.pictured = [], "", 0
        colour, opacity, clips, path = (0, 0, 0), 1, [(0, 0, *SIZE)], b""
        for line in drawing.split(b"\n"):
            words = line.split()
            if line.startswith(b"q ") and line.endswith(b"W n"):
                x, y, wide, high = map(float, words[1:5])
                clips.append((x, y, x + wide, y + high))
            elif line.endswith(b"Do Q"):
                wide, _, _, _, x, bottom = map(float, words[1:7])
                name = words[8][1:]
                high = pdf.picture(name)[1]
                self.pictured += wide * high
                self.drawn.append(((x, bottom - high, x + wide, bottom), "picture", name, None, 1, clips[-1]))
            elif line == b"Q":
                clips.pop()
            elif b"BT" in words:
                font = pdf.font(words[words.index(b"Tf") - 2][1:])
                size, x, base = float(words[words.index(b"Tf") - 1]), float(words[words.index(b"Tm") - 2]), float(words[words.index(b"Tm") - 1])
                for code, back in re.findall(rb"<(..)>|(-?\d+)", line[line.index(b"["):]):
                    if back:
                        x -= int(back) * size / 1000
                        continue
                    width, shape, means = font[int(code, 16)]
                    self.text += means
                    box = (x - size, base - 2 * size, x + 2 * size, base + size)
                    self.drawn.append((box, "letter", (shape, x, base, size), colour, opacity, clips[-1]))
                    x += width * size / 1000
            else:
                if b"rg" in words:
                    colour = tuple(255 * float(word) for word in words[:3])
                    line = b" ".join(words[4:])
                if b"gs" in words:
                    name = words[words.index(b"gs") - 1]
                    opacity = float(re.search(name + rb" << /ca ([\d.]+)", pdf.resources)[1])
                    line = b""
                path += b" " + line
                if words and words[-1] == b"f":
                    edges = outline_of(path[:-1])
                    xs, ys = [x for edge in edges for x, _ in edge], [y for edge in edges for _, y in edge]
                    if edges:
                        self.drawn.append(((min(xs), min(ys), max(xs), max(ys)), "shape", edges, colour, opacity, clips[-1]))
                    path = b""
        self.pdf = pdf

    def at(self, x, y):
        seen = (0, 0, 0)
        for box, kind, what, colour, opacity, clip in self.drawn:
            if not all(area[0] <= x < area[2] and area[1] <= y < area[3] for area in (box, clip)):
                continue
            if kind == "picture":
                _, _, rows = self.pdf.picture(what)
                column, row = int(x - box[0]), int(y - box[1])
                seen = tuple(rows[row][3 * column:3 * column + 3])
                continue
            if kind == "letter":
                shape, left, base, size = what
                covers = is_inside(shape, (x - left) * 1000 / size, (base - y) * 1000 / size)
            else:
                covers = is_inside(what, x, y)
            if covers:
                seen = tuple((1 - opacity) * old + opacity * new for old, new in zip(seen, colour))
        return seen


# ---------------------------------------------------------------- the comparison

def expected_pages(cards):
    for i, (title, asked, answer, presses) in enumerate(cards):
        for press in range(presses + 1):
            yield f"page of card {i + 1}, press {press}", title, asked, answer, presses > 0 and press == presses


def problems(data, cards, pictures, most_pictured):
    try:
        pdf = Pdf(data)
        pages = [Page(pdf, number) for number in pdf.pages]
    except (TypeError, ValueError, KeyError, IndexError, zlib.error) as problem:
        yield f"the PDF cannot be read: {problem!r}"
        return
    expected = list(expected_pages(cards))
    if not len(pages) == len(expected) == len(pictures):
        yield f"{len(expected)} slides are {len(pages)} pages and {len(pictures)} pictures"
    bookmarks = [(title, at) for at, (name, title, *_) in enumerate(expected) if name.endswith("press 0")]
    if pdf.bookmarks != bookmarks:
        yield f"its bookmarks are {pdf.bookmarks}, not {bookmarks}"
    for (name, title, asked, answer, answered), page, png in zip(expected, pages, pictures):
        text = letters(page.text)
        for words, wanted in ((title, True), (asked, True), (answer, answered)):
            if words and (letters(words) in text) != wanted:
                yield f"{name}: it says {'no ' if wanted else ''}'{words}'"
        if page.pictured > most_pictured * SIZE[0] * SIZE[1]:
            yield f"{name}: {page.pictured / SIZE[0] / SIZE[1]:.0%} of it are pictures"
        rows, points, other = rows_of_png(png), 0, 0
        for y in range(4, SIZE[1], 9):
            for x in range(5, SIZE[0], 13):
                points += 1
                near = [rows[row][3 * column:3 * column + 3] for row in range(y - 1, y + 2) for column in range(x - 1, x + 2)]
                # strokes of letters are thinner than a pixel, and edges fade
                slack = [24 + 0.6 * (max(some) - min(some)) for some in zip(*near)]
                other += not all(min(some) - more <= one <= max(some) + more for one, more, *some in zip(page.at(x + 0.5, y + 0.5), slack, *near))
        if other > 0.01 * points:
            yield f"{name}: {other} of {points} points have another colour than OpenGL draws"


def problems_of_race(satscope, folder):
    """Its first answer shows as many runs as the card asks for."""
    subprocess.run([satscope, "lesson", "measure", "--size", "1280x720", "-o", str(folder / "race.pdf")], check=True, capture_output=True)
    pdf = Pdf((folder / "race.pdf").read_bytes())
    least = int(re.search(r"results\.0\.n >= (\d+)", next(LESSONS.glob("*-measure.md")).read_text())[1])
    global SIZE
    small, SIZE = SIZE, (1280, 720)
    runs = [int(count) for count in re.findall(r"×(\d+)exact", letters(Page(pdf, pdf.pages[1]).text))]
    SIZE = small
    if len(runs) != 2 or min(runs) < least:
        yield f"measure: {runs} runs, where each entrant must have {least}"


def main():
    satscope, found, said = sys.argv[1], [], []
    for lesson, most_pictured in (("tree", 0.1), ("four-reads", 0.9)):
        words = next(LESSONS.glob(f"*-{lesson}.md")).read_text()
        cards, title = list(cards_of(words)), re.match(r"# (.*)", words)[1]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for out in ("slides.pdf", "slide-%d.png"):
                subprocess.run([satscope, "lesson", lesson, "--size", "x".join(map(str, SIZE)), "-o", str(folder / out)], check=True, capture_output=True)
            pdf = (folder / "slides.pdf").read_bytes()
            found += problems_of_race(satscope, folder) if lesson == "tree" else []
            pictures = [(folder / f"slide-{number}.png").read_bytes() for number in range(1, len(list(folder.glob("*.png"))) + 1)]
        found += [f"{lesson}: {problem}" for problem in problems(pdf, cards, pictures, most_pictured)]
        if Pdf(pdf).title != title:
            found.append(f"{lesson}: its title is '{Pdf(pdf).title}'")
        said.append(f"{lesson}: {len(pictures)} slides")
        if lesson != "tree":
            continue
        # controls
        count = f"/Count {len(pictures)}".encode()
        for bent in (pdf.replace(count, b"/Count 7"), pdf.replace(b" 00000 n", b" 00001 n", 3)):
            if not list(problems(bent, cards, pictures, most_pictured)):
                found.append("the check is blind")
        if not list(problems(pdf, cards[::-1], pictures, 1)) or not list(problems(pdf, cards, pictures[::-1], 1)):
            found.append("the check does not see pages in another order")
    print("\n".join(found) or "; ".join(said))
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
