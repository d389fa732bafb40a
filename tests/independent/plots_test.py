#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The files of `satscope sweep` and `satscope report`, read by other parsers.

usage: plots_test.py SATSCOPE            their XML, CSV and JSON agree with each other
       plots_test.py SATSCOPE --browser  a browser draws the page; exit 77: there is none here
"""
import csv
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")
SVG, HTML = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xhtml}"


def run(*command):
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def make(satscope, folder):
    """A sweep's three files and the page made of it."""
    names = [str(folder / f"a{ending}") for ending in (".json", ".csv", ".svg")]
    run(satscope, "sweep", "--machine", "cpu", "--repeats", "3", "--algorithms", "serial,thread-per-row", "--vary", "size=8x8,16x8,64x32",
        *(word for name in names for word in ("-o", name)))
    page = folder / "a.html"
    run(satscope, "report", str(page), "--from", names[0])
    return [pathlib.Path(name) for name in names] + [page]


def marks(svg):
    """{what a mark says: the middle of its outline}, without those beside the names."""
    found = {}
    for polygon in svg.iter(f"{SVG}polygon"):
        title = polygon.find(f"{SVG}title")
        if title is not None and ": " in title.text:
            points = [tuple(map(float, pair.split(","))) for pair in polygon.get("points").split()]
            found[title.text] = tuple(sum(part) / len(points) for part in zip(*points))
    return found


def svg_problems(svg, rows):
    width, height = float(svg.get("width")), float(svg.get("height"))
    for text in svg.iter(f"{SVG}text"):
        if not (0 <= float(text.get("x")) <= width and 0 <= float(text.get("y")) <= height):
            yield f"'{text.text}' stands outside"
    curves = [row for row in rows if row["kind"] != "bound"]
    placed = {}
    for says, at in marks(svg).items():
        row = next((r for r in curves if says.startswith(f"{r['series']}, {r['at']}: ")), None)
        if row is None:
            yield f"a mark says '{says}', which is no row of the CSV"
        else:
            placed[(row["series"], row["at"])] = (at, float(row["x"]), float(row["y"]))
    if len(placed) != len(curves):
        yield f"{len(placed)} marks for {len(curves)} rows"
    # both axes are logarithmic: pixels are a straight line over the logarithm
    found = sorted(placed.values(), key=lambda entry: entry[2])
    (first, _, least), (last, _, most) = found[0], found[-1]
    for (_, y), _, value in found:
        wanted = first[1] + (last[1] - first[1]) * math.log(value / least) / math.log(most / least)
        if abs(wanted - y) > 0.1:
            yield f"{value} is drawn at y = {y}, not at {wanted}"
    found = sorted(placed.values(), key=lambda entry: entry[1])
    (first, least, _), (last, most, _) = found[0], found[-1]
    for (x, _), value, _ in found:
        wanted = first[0] + (last[0] - first[0]) * math.log(value / least) / math.log(most / least)
        if abs(wanted - x) > 0.1:
            yield f"{value} is drawn at x = {x}, not at {wanted}"


def page_problems(text, results):
    for address in re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?([^\"')>\s]+)", text):
        yield f"the page needs {address}"
    page = xml.fromstring(text)
    if len(page.findall(f".//{SVG}svg")) != 2:
        yield "the page has not two charts"
    kept = [json.loads("".join(script.itertext())) for script in page.iter(f"{HTML}script")]
    if kept != [results]:
        yield "the results in the page are not those of the file"
    cells = [["".join(cell.itertext()) for cell in row] for row in page.iter(f"{HTML}tr")]
    for result in results["results"]:
        size, median = f"{result['w']}x{result['h']}", result["median_ms"]
        rows = [row for row in cells if len(row) > 5 and row[0].split(" (")[0] == result["algorithm"] and row[2] == size]
        if len(rows) != 1 or abs(float(rows[0][5].replace(",", "")) / median - 1) > 1e-3:
            yield f"the page's table has not {result['algorithm']} {size}: {median}"
    said = "".join(page.itertext())
    for fact in [results["device"], results["system"], results["date"], *results["protocol"]]:
        if fact not in said:
            yield f"the page does not say '{fact}'"


def problems(satscope):
    with tempfile.TemporaryDirectory() as name:
        results_file, table, picture, page = make(satscope, pathlib.Path(name))
        results, rows = json.loads(results_file.read_text()), list(csv.DictReader(table.read_text().splitlines()))
        for result in results["results"]:
            if not any(row["at"] == f"{result['w']}x{result['h']}" and float(row["y"]) == result["median_ms"] for row in rows):
                yield f"the CSV has not {result['median_ms']}"
        svg = xml.fromstring(picture.read_text())
        yield from svg_problems(svg, rows)
        text = page.read_text()
        yield from page_problems(text, results)
        # controls
        for axis in ("x", "y"):
            moved = [{**row, axis: str(float(row[axis]) * (3 if row["at"] == "8x8" else 1))} for row in rows]
            if not list(svg_problems(svg, moved)):
                yield f"the check is blind: it does not see a curve at another {axis}"
        results["results"][0]["median_ms"] *= 2
        if len(list(page_problems(text.replace("<table", "<table src=\"a.css\""), results))) < 3:
            yield "the check is blind: it does not see another time in the page"


def browser_problems(satscope):
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        print(f"no browser is here, of {', '.join(BROWSERS)}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        page, shot = make(satscope, pathlib.Path(name))[-1], pathlib.Path(name) / "shot.png"
        own = ["--screenshot", str(shot)] if "firefox" in found else [f"--screenshot={shot}", "--no-sandbox", "--disable-gpu"]
        subprocess.run([found, "--headless", *own, page.as_uri()], check=True, capture_output=True, timeout=60)
        if not shot.exists() or shot.stat().st_size < 20_000:
            yield f"{found} draws next to nothing"


if __name__ == "__main__":
    said = list((browser_problems if "--browser" in sys.argv else problems)(sys.argv[1]))
    print(*said, sep="\n")
    sys.exit(1 if said else 0)
