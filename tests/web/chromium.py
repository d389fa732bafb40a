# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium that a test drives: pages, mouse, keys, fingers, pictures of what is shown. By its own protocol over two pipes, so that
nothing else has to be installed."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time


class Chromium:
    def __init__(self, size=(1280, 720), scale=1, touch=False, options=()):
        self.folder = tempfile.TemporaryDirectory(prefix="satscope-chromium-", ignore_cleanup_errors=True)
        to_it, ours_out = os.pipe()
        ours_in, from_it = os.pipe()

        def pipes():
            os.dup2(to_it, 100)
            os.dup2(from_it, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", f"--user-data-dir={self.folder.name}",
             "--remote-debugging-pipe", *options, "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_it)
        os.close(from_it)
        self.out, self.inp = ours_out, ours_in
        self.number, self.rest, self.said, self.session = 0, b"", [], None
        self.events, self.traced = [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=scale, mobile=touch)
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _message(self, seconds):
        until = time.monotonic() + seconds
        while b"\0" not in self.rest:
            if not select.select([self.inp], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise EOFError("Chromium ended")
            self.rest += got
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, seconds=60, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message(seconds)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._note(answer)

    def _note(self, event):
        """What the browser says unasked."""
        if event.get("method") == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(one.get("value", one.get("description", ""))) for one in event["params"]["args"]))
        if event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.said.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        if event.get("method") == "Tracing.dataCollected":
            self.events += event["params"]["value"]
        if event.get("method") == "Tracing.tracingComplete":
            self.traced = True

    def value(self, script, seconds=60):
        answer = self.call("Runtime.evaluate", seconds=seconds, expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return answer["result"].get("value")

    def open(self, address, seconds=60):
        """Opens the page and returns when the program has drawn its first frame."""
        self.call("Page.navigate", url=address)
        self.until("document.getElementById('cover')?.hidden === true || /cannot/.test(document.getElementById('loading')?.textContent)", seconds)
        if not self.value("document.getElementById('cover').hidden"):
            raise RuntimeError(self.value("document.getElementById('loading').textContent"))

    def until(self, script, seconds=30):
        until = time.monotonic() + seconds
        while True:
            try:
                if self.value(script):
                    return
            except RuntimeError:
                pass  # the page is just changing
            if time.monotonic() > until:
                raise TimeoutError(f"it never became true: {script}; the page said: {self.said[-5:]}")
            time.sleep(0.05)

    def tasks(self, act):
        """Milliseconds of this thread that each task of the page took while `act` ran, the longest first. Of the processor: what other programs
        take does not count."""
        session, self.session, self.events = self.session, None, []
        self.call("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": ["toplevel", "__metadata"]})
        self.session = session
        try:
            act()
            time.sleep(0.5)  # because: an answer comes before its task ends
        finally:
            self.session = None
            self.call("Tracing.end")
            until = time.monotonic() + 60
            while not self.traced and time.monotonic() < until:
                self._note(self._message(60))
            self.traced, self.session = False, session
        mains = {(one["pid"], one["tid"]) for one in self.events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
        return sorted((one["tdur"] / 1000 for one in self.events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in mains and "tdur" in one),
                      reverse=True)

    def settled(self, seconds=60):
        self.until("satscope._satscope_settled() === 1", seconds)
        time.sleep(0.1)
        self.until("satscope._satscope_settled() === 1", seconds)

    def state(self):
        return json.loads(self.value("satscope.UTF8ToString(satscope._satscope_state())"))

    def mouse(self, kind, x, y, button="none", clicks=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=clicks,
                  buttons={"none": 0, "left": 1, "right": 2, "middle": 4}[button])

    def drag(self, begin, end, steps=10, button="left"):
        self.mouse("mouseMoved", *begin)
        self.mouse("mousePressed", *begin, button, 1)
        for i in range(1, steps + 1):
            self.mouse("mouseMoved", begin[0] + (end[0] - begin[0]) * i / steps, begin[1] + (end[1] - begin[1]) * i / steps, button)
        self.mouse("mouseReleased", *end, button, 1)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left", 1)
        self.mouse("mouseReleased", x, y, "left", 1)

    def key(self, key, code=None, modifiers=0):
        code = code or (f"Key{key.upper()}" if len(key) == 1 and key.isalpha() else f"Digit{key}" if key.isdigit() else key)
        number = {"Escape": 27, "Enter": 13, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36,
                  "End": 35, "PageDown": 34, "PageUp": 33, " ": 32}.get(key, ord(key[0].upper()))
        text = {"text": key} if len(key) == 1 and modifiers in (0, 8) else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, modifiers=modifiers, windowsVirtualKeyCode=number,
                      **(text if kind == "keyDown" else {}))

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
