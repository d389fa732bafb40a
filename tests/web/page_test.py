#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""page_test.py BUILT: opens BUILT/satscope.html from its file in a headless Chromium, and uses it by mouse, keys and fingers. With
SATSCOPE_SHOTS=FOLDER it leaves pictures of what it saw."""
import http.server
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

from chromium import Chromium

tests = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(tests / "window"))
import lessons as by_hand

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
        expect("a screen reader reads the sum", str(box["sum"]) in browser.value("document.getElementById('told').textContent"))
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


def look_back():
    """Blocks in a random order, each of which waits for others: only where the browser can stop WebAssembly in its middle."""
    with Chromium() as browser:
        browser.open(page + "#open=pattern:noise:24x24:3&workspace=steps&algorithm=single-pass&view=look-back")
        browser.settled()
        browser.key("End")
        browser.settled()
        state = browser.state()["steps"]
        expect(f"look-back comes to its end, and its table is right (problem: '{state['problem']}')",
               state["step"] == state["steps"] and state["result_matches"])
        shot(browser, "look-back")


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
        # one that the program does not read, but the browser does
        browser.value("""(async () => {
          const canvas = new OffscreenCanvas(5, 2), context = canvas.getContext('2d');
          context.fillStyle = '#fff';
          context.fillRect(0, 0, 5, 2);
          const data = new DataTransfer();
          data.items.add(new File([await canvas.convertToBlob({type: 'image/webp', quality: 1})], 'white.webp', {type: 'image/webp'}));
          dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
        })()""")
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 5", 20)
        expect("a dropped WebP is shown", browser.state()["picture"]["total"] == 255 * 10)


def camera():
    options = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")  # a picture that turns, and a user who allows it
    with Chromium(options=options) as browser:
        browser.open(page + "#open=camera")
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w > 0", 20)
        first = browser.state()["picture"]["total"]
        browser.until(f"JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.total !== {first}", 20)
        expect("the camera's pictures come, and each has a table", browser.state()["agreement"] != "differ")
        shot(browser, "camera")


def keeps():
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        browser.open(page + "#lesson=four-reads")
        browser.settled()
        browser.key("PageDown", modifiers=2)
        browser.settled()
        card = browser.state()["learn"]["card"]
        browser.call("Page.reload")
        time.sleep(1)
        browser.open(page + "#lesson=four-reads")
        browser.settled()
        expect("a lesson goes on where it was left", card > 0 and browser.state()["learn"]["card"] == card)
        browser.open(page + "?2#open=pattern:white:32x32")
        browser.settled()
        browser.key("s", modifiers=2)
        until = time.monotonic() + 20
        while not list(pathlib.Path(folder).glob("*.png")) and time.monotonic() < until:
            time.sleep(0.2)
        expect("a saved picture is a download", bool(list(pathlib.Path(folder).glob("*.png"))))


def shared(browser):
    """Shares what is shown as a student does, by the top bar; the address, and what the page says."""
    area = browser.state()["controls"]["share"]
    browser.click(area["x"] + area["w"] / 2, area["y"] + area["h"] / 2)
    browser.until("location.hash.startsWith('#session=') && !document.getElementById('said').hidden", 20)
    return browser.value("location.href"), browser.value("document.getElementById('said').textContent")


def drop(browser, name, content):
    browser.value(f"""(() => {{
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from({list(content)})], '{name}'));
      dispatchEvent(new DragEvent('drop', {{dataTransfer: data, cancelable: true}}));
    }})()""")


def shares():
    with Chromium() as browser:
        browser.open(page + "#open=pattern:white:32x32&box=3,4,5,6")
        browser.settled()
        address, said = shared(browser)
        expect(f"it says what the link holds: '{said}'", "all settings" in said)
        shot(browser, "share")
    with Chromium() as browser:
        browser.open(address)
        browser.settled()
        box = browser.state()["box"]
        expect("a link opens the same picture and box",
               [box["x"], box["y"], box["w"], box["h"], box["sum"]] == [3, 4, 5, 6, 255 * 30])


def shares_own_picture():
    with Chromium() as browser:
        browser.open(page)
        browser.settled()
        drop(browser, "mine ä.pgm", b"P5 4 3 255\n" + bytes(range(12)))
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 4", 20)
        browser.settled()
        address, said = shared(browser)
        expect(f"it says that the picture goes along: '{said}'", "your picture mine ä.pgm (23 bytes)" in said)
    with Chromium() as browser:
        browser.open(address)
        browser.settled()
        expect("a link has a small picture of one's own in it", browser.state()["picture"]["total"] == sum(range(12)))
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        browser.open(page)
        browser.settled()
        large = b"P5 200 150 255\n" + random.Random(1).randbytes(30000)
        drop(browser, "large.pgm", large)
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 200", 20)
        browser.settled()
        address, said = shared(browser)
        expect(f"it says that the picture is too large: '{said}'", "large.pgm (30 kB) is too large" in said)
        shot(browser, "share-large")
        browser.value("document.getElementById('act').click()")
        until = time.monotonic() + 20
        while not list(pathlib.Path(folder).glob("*.satscope")) and time.monotonic() < until:
            time.sleep(0.2)
        expect("it offers the session file", [one.name for one in pathlib.Path(folder).iterdir()] == ["shared.satscope"])
    with Chromium() as browser:
        browser.open(address)
        browser.settled()
        said = browser.value("document.getElementById('said').textContent")
        expect(f"the link says what it lacks: '{said}'", "large.pgm" in said and browser.state()["picture"]["total"] > 0)
        shot(browser, "shared-without")
        box = browser.state()["box"]
        drop(browser, "large.pgm", large)
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 200", 20)
        browser.settled()
        after = browser.state()
        expect("with its picture it shows what was shared", [after["box"][one] for one in "xywh"] == [box[one] for one in "xywh"] and
               after["picture"]["total"] == sum(large[-30000:]))


def lessons():
    """Each lesson by the clicker before a class: the page plays its solutions."""
    with Chromium() as browser:
        for lesson in ("four-reads", "tree", "barriers", "look-back"):
            browser.open(page + f"?class={lesson}#lesson={lesson}", 60)
            seen, still = -1, 0
            until = time.monotonic() + 120
            while time.monotonic() < until and still < 4:
                browser.settled()
                state = browser.state()
                learn = state["learn"]
                place = (learn["card"], learn["done"], str(learn["answer"]), (state.get("steps") or {}).get("step"))
                still = still + 1 if place == seen else 0
                seen = place
                browser.key("PageDown")
                time.sleep(0.9)
            learn = browser.state()["learn"]
            expect(f"{lesson}: the last card is done", learn["card"] == learn["cards"] - 1 and learn["done"] and not learn["failed"])
            shot(browser, lesson)


class Hand(by_hand.Driver):
    """Mouse and keys of a lesson, in a page."""
    names = {"Return": "Enter", "Next": "PageDown", "Prior": "PageUp", "space": " ", "BackSpace": "Backspace", "braceright": "}", "braceleft": "{",
             "bracketright": "]", "bracketleft": "[", "comma": ",", "period": ".", "question": "?", "plus": "+", "minus": "-", "less": "<",
             "greater": ">", "Left": "ArrowLeft", "Right": "ArrowRight", "Up": "ArrowUp", "Down": "ArrowDown"}

    def __init__(self, browser):
        self.browser = browser

    def state(self):
        return {**self.browser.state(), "settled": self.browser.value("satscope._satscope_settled() === 1")}

    def hover(self, x, y):
        self.browser.mouse("mouseMoved", x, y)

    def desk(self, command, *arguments):
        if command == "click":
            self.browser.click(*arguments)
        elif command == "drag":
            self.browser.drag(arguments[:2], arguments[2:])
        elif command == "type":
            for sign in arguments[0]:
                self.browser.key(sign)
        elif command == "key":
            *modifiers, key = arguments[0].split("+")
            self.browser.key(self.names.get(key, key), modifiers=sum({"alt": 1, "ctrl": 2, "shift": 8}[one] for one in modifiers))
        elif command == "shot":
            self.browser.picture(arguments[0])


def by_mouse_and_keys():
    """Lessons as a student takes them, with the acts and solutions of tests/window/lessons.py."""
    for lesson in ("four-reads", "tree"):
        file = next((tests.parent / "assets" / "lessons").glob(f"*-{lesson}.md"))
        with Chromium() as browser:
            browser.open(page + f"#lesson={lesson}")
            browser.settled()
            cards = by_hand.cards_of(file.read_text(encoding="utf-8"))
            by_hand.take(Hand(browser), cards)
            expect(f"{lesson}: {len(cards)} cards were taken by mouse and keys", True)


def photo():
    """12 megapixels, as a phone takes them. No task may take longer than a loop of this length, which takes 100 ms of a usual core: the time of
    the processor is measured, so it does not matter what else the machine does."""
    with Chromium() as browser:
        browser.open(page)
        browser.settled()
        browser.value("""(async () => {
          const canvas = new OffscreenCanvas(4000, 3000), context = canvas.getContext('2d'), grain = new OffscreenCanvas(500, 500);
          const shades = context.createLinearGradient(0, 0, 4000, 3000);
          shades.addColorStop(0, '#036');
          shades.addColorStop(1, '#fc9');
          context.fillStyle = shades;
          context.fillRect(0, 0, 4000, 3000);
          const pixels = new ImageData(500, 500);
          for (let i = 0, number = 1; i < pixels.data.length; ++i) pixels.data[i] = (number = (number * 16807) % 2147483647) >> (i % 4 === 3 ? 28 : 8);
          grain.getContext('2d').putImageData(pixels, 0, 0);
          context.fillStyle = context.createPattern(grain, 'repeat');
          context.fillRect(0, 0, 4000, 3000);
          window.photos = {};
          for (const kind of ['jpeg', 'png'])
            photos[kind] = new File([await canvas.convertToBlob({type: `image/${kind}`, quality: 0.9})], `photo.${kind}`, {type: `image/${kind}`});
          window.drop = file => {
            const data = new DataTransfer();
            data.items.add(file);
            dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
          };
          window.loop = () => {
            let sum = 1;
            for (let i = 0; i < 1.2e8; ++i) sum = Math.imul(sum, 16807) ^ i;
            return sum;
          };
        })()""")
        browser.value("loop()")  # translated by then
        longest = browser.tasks(lambda: browser.value("loop()"))[0]
        totals = {}
        for kind in ("jpeg", "png"):
            browser.value("satscope.ccall('satscope_open', null, ['string'], ['pattern:white:8x8'])")
            browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 8", 60)
            browser.settled()

            def act():
                browser.value(f"drop(photos.{kind})")
                browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 4000", 120)
                browser.settled()
                time.sleep(0.5)
            tasks = browser.tasks(act)
            totals[kind] = browser.state()["picture"]["total"]
            expect(f"a {kind} of 12 megapixels is opened in slices (the longest tasks, ms of the processor: {[round(one) for one in tasks[:5]]}; the "
                   f"loop: {longest:.0f})", tasks[0] < longest)
            expect("its table is right", browser.state()["agreement"] != "differ")
            shot(browser, f"photo-{kind}")
        expect(f"the two show the same to a thousandth: {totals}", abs(totals["jpeg"] / totals["png"] - 1) < 1e-3)


def worker():
    """A picture that a worker unpacks has the same sums as one that the page reads itself."""
    totals = []
    for refused in ("", "delete window.Worker;"):
        with Chromium() as browser:
            browser.call("Page.addScriptToEvaluateOnNewDocument", source=refused)
            browser.open(page)
            browser.settled()
            browser.value("""(async () => {
              const canvas = new OffscreenCanvas(1200, 1000), context = canvas.getContext('2d'), pixels = new ImageData(1200, 1000);
              for (let i = 0; i < pixels.data.length; ++i) pixels.data[i] = i % 4 === 3 ? 255 : (i * 31) % 251;
              context.putImageData(pixels, 0, 0);
              const data = new DataTransfer();
              data.items.add(new File([await canvas.convertToBlob({type: 'image/png'})], 'large.png', {type: 'image/png'}));
              dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
            })()""")
            browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 1200", 60)
            browser.settled()
            totals.append(browser.state()["picture"]["total"])
            said = browser.value("document.getElementById('said').textContent")
            expect(f"a page without workers says so ('{said}')", ("background" in said) == bool(refused))
    expect(f"both ways give the same sum {totals}", totals[0] == totals[1] > 0)


def paste():
    with Chromium() as browser:
        browser.open(page + "#open=pattern:zero:8x8")
        browser.settled()
        browser.value("""(async () => {
          const canvas = new OffscreenCanvas(7, 3), context = canvas.getContext('2d');
          context.fillStyle = '#fff';
          context.fillRect(0, 0, 7, 3);
          const data = new DataTransfer();
          data.items.add(new File([await canvas.convertToBlob({type: 'image/png'})], 'image.png', {type: 'image/png'}));
          dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, cancelable: true}));
        })()""")
        browser.until("JSON.parse(satscope.UTF8ToString(satscope._satscope_state())).picture.w === 7", 20)
        expect("a pasted picture is shown", browser.state()["picture"]["total"] == 255 * 7 * 3)


def race():
    with Chromium() as browser:
        browser.open(page + "#open=pattern:noise:64x64&workspace=race")
        browser.settled(120)
        hand = Hand(browser)
        hand.desk("key", "space")
        hand.wait(lambda state: sum(1 for one in state["race"]["results"] if one["median_ms"] and one["correct"]) > 1, 120, "two have a time and a right table")
        shot(browser, "race")
        expect("a race has times of several algorithms", True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(pathlib.Path(sys.argv[1]) / "site"))


def offline():
    """The separate files, from a server that then goes away."""
    server = http.server.ThreadingHTTPServer(("localhost", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://localhost:{server.server_port}/"
    with Chromium() as browser:
        browser.open(address)
        browser.settled()
        browser.until("navigator.serviceWorker.controller !== null", 30)
        server.shutdown()
        server.server_close()
        browser.open(address + "?2#open=pattern:white:16x16")
        browser.settled()
        expect("the page opens again without its server", browser.state()["picture"]["total"] == 255 * 16 * 16)


def for_a_class():
    with Chromium() as browser:
        browser.open(page + "?class")
        browser.settled()
        state = browser.state()
        expect("?class shows the lessons large", state["workspace"] == "learn" and state["presentation"]["on"])
        shot(browser, "class")


def without_jspi():
    """As a browser that cannot stop WebAssembly in its middle."""
    with Chromium() as browser:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source="delete WebAssembly.promising; delete WebAssembly.Suspending;")
        browser.open(page + "#open=pattern:noise:24x24:3&workspace=steps&algorithm=single-pass&view=look-back")
        browser.settled()
        problem = browser.state()["steps"]["problem"]
        expect(f"without JSPI, a sentence says what look-back lacks ('{problem}')", "JSPI" in problem or not problem)
        shot(browser, "without-jspi")
        browser.open(page + "?2#open=pattern:scene:640x480")
        browser.settled()
        expect("without JSPI, a table is made", browser.state()["agreement"] != "differ" and browser.state()["picture"]["total"] > 0)


def phone():
    with Chromium(size=(390, 844), scale=3, touch=True) as browser:
        browser.open(page + "#open=pattern:white:64x64")
        browser.settled()
        shot(browser, "phone")
        views = browser.state()["views"]
        expect("picture and table lie one above the other", views["table"]["y"] > views["picture"]["y"] + views["picture"]["h"] / 2)
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
        zoom = browser.state()["view"]["zoom"]
        browser.touch("touchStart", (x + w * 0.4, y + h * 0.5), (x + w * 0.6, y + h * 0.5))
        for i in range(1, 6):
            browser.touch("touchMove", (x + w * (0.4 - 0.05 * i), y + h * 0.5), (x + w * (0.6 + 0.05 * i), y + h * 0.5))
        browser.touch("touchEnd")
        browser.settled()
        expect("two fingers that part zoom in", browser.state()["view"]["zoom"] > 1.5 * zoom)
        shot(browser, "phone-pinch")


for part in (explore, steps, look_back, own_picture, camera, keeps, shares, shares_own_picture, lessons, by_mouse_and_keys, photo, worker, paste, race, offline, for_a_class,
             without_jspi, phone):
    if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
        try:
            part()
        except Exception as problem:  # a part that breaks must not hide the others
            expect(f"{part.__name__}: {problem}", False)
sys.exit(1 if wrong else 0)
