#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""page_test.py BUILT: opens BUILT/satscope.html from its file in a headless Chromium, and uses it by mouse, keys and fingers. With
SATSCOPE_SHOTS=FOLDER it leaves pictures of what it saw."""
import os
import pathlib
import sys
import tempfile
import time

from chromium import Chromium

page = "file://" + str((pathlib.Path(sys.argv[1]) / "satscope.html").resolve())
shots = os.environ.get("SATSCOPE_SHOTS")
wrong = []


def expect(what, is_so):
    print(("ok: " if is_so else "WRONG: ") + what, flush=True)
    if not is_so:
        wrong.append(what)


def shot(browser, name):
    if shots:
        browser.picture(f"{shots}/{name}.png")


def view(browser, name):
    place = browser.state()["views"][name]
    return place["x"], place["y"], place["w"], place["h"]


def explore():
    with Chromium() as browser:
        browser.open(page + "#open=pattern:white:64x64")
        browser.settled()
        expect("the state has the canvas's size", browser.state()["window"] == {"w": 1280, "h": 720})
        x, y, w, h = view(browser, "picture")
        browser.drag((x + w * 0.4, y + h * 0.4), (x + w * 0.6, y + h * 0.7))
        browser.settled()
        box = browser.state()["box"]
        expect(f"a dragged box of white pixels sums to 255 times its area ({box['w']} x {box['h']})",
               box["w"] > 1 and box["h"] > 1 and box["sum"] == 255 * box["w"] * box["h"])
        browser.until("document.getElementById('told').textContent.includes('sum')", 10)
        expect("a screen reader is told the sum", str(box["sum"]) in browser.value("document.getElementById('told').textContent"))
        shot(browser, "explore")
        browser.call("Emulation.setDeviceMetricsOverride", width=900, height=600, deviceScaleFactor=2, mobile=False)
        time.sleep(0.5)
        browser.settled()
        expect("the canvas follows the window and its pixels", browser.state()["window"]["w"] in (900, 1800))
        shot(browser, "resized")


def steps():
    with Chromium() as browser:
        browser.open(page + "#workspace=steps&algorithm=single-pass")
        browser.settled()
        before = browser.state()["steps"]["step"]
        browser.key("ArrowRight")
        browser.settled()
        state = browser.state()["steps"]
        expect("the right arrow takes a step", state["step"] == before + 1 and not state["problem"])
        shot(browser, "steps")


def own_picture():
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        browser.open(page)
        browser.settled()
        file = pathlib.Path(folder) / "two.pgm"
        file.write_bytes(b"P5 4 3 255\n" + bytes(range(12)))
        root = browser.call("DOM.getDocument")["root"]["nodeId"]
        chooser = browser.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
        browser.call("DOM.setFileInputFiles", files=[str(file)], nodeId=chooser)
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 4", 20)
        expect("a chosen picture is shown, with its sum", browser.state()["picture"]["total"] == sum(range(12)))


def phone():
    with Chromium(size=(390, 844), scale=3, touch=True) as browser:
        browser.open(page + "#open=pattern:white:64x64")
        browser.settled()
        shot(browser, "phone")
        scale = browser.state()["window"]["w"] / 390
        x, y, w, h = (one / scale for one in view(browser, "picture"))
        browser.touch("touchStart", (x + w * 0.3, y + h * 0.3))
        for i in range(1, 9):
            browser.touch("touchMove", (x + w * (0.3 + 0.04 * i), y + h * (0.3 + 0.04 * i)))
        browser.touch("touchEnd")
        browser.settled()
        box = browser.state()["box"]
        expect(f"a finger draws a box ({box['w']} x {box['h']})", box["w"] > 1 and box["sum"] == 255 * box["w"] * box["h"])
        shot(browser, "phone-box")


for part in (explore, steps, own_picture, phone):
    if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
        try:
            part()
        except Exception as problem:  # a part that breaks must not hide the others
            expect(f"{part.__name__}: {problem}", False)
sys.exit(1 if wrong else 0)
