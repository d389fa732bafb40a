#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""firefox_test.py BUILT: opens BUILT/satscope.html from its file in Firefox, on the display that there is. Exit 77 without one of both."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PREFERENCES = {"webgl.force-enabled": True, "marionette.port": 0, "browser.shell.checkDefaultBrowser": False,
               "datareporting.policy.dataSubmissionEnabled": False}


class Firefox:
    """By Marionette, its own protocol: a length, a colon and JSON."""
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(prefix="satscope-firefox-", ignore_cleanup_errors=True)
        profile = pathlib.Path(self.folder.name)
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items()))
        self.process = subprocess.Popen([program, "--no-remote", "--marionette", "--profile", profile, "--width", "1280", "--height", "800"],
                                        env={**os.environ, "HOME": self.folder.name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port, until = profile / "MarionetteActivePort", time.monotonic() + 90
        while not port.exists() or not port.read_text():
            assert self.process.poll() is None and time.monotonic() < until, "Firefox does not start"
            time.sleep(0.2)
        self.socket, self.rest, self.number = socket.create_connection(("localhost", int(port.read_text())), 120), b"", 0
        self.message()
        self.call("WebDriver:NewSession")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()

    def message(self):
        while b":" not in self.rest:
            self.rest += self.socket.recv(1 << 16)
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.rest += self.socket.recv(1 << 20)
        whole, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(whole)

    def call(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, problem, result = self.message()
        if problem:
            raise RuntimeError(problem["message"])
        return result

    def value(self, script):
        return self.call("WebDriver:ExecuteScript", script=f"return {script}", args=[])["value"]

    def until(self, script, seconds=60):
        until = time.monotonic() + seconds
        while not self.value(script):
            if time.monotonic() > until:
                raise TimeoutError(f"it never became true: {script}; '{self.value('document.body.innerText')}'")
            time.sleep(0.2)

    def open(self, address):
        self.call("WebDriver:Navigate", url=address)
        self.until("document.getElementById('cover').hidden")
        self.settled()

    def settled(self):
        time.sleep(0.3)
        self.until("satscope._satscope_settled() === 1")

    def state(self):
        return json.loads(self.value("satscope.UTF8ToString(satscope._satscope_state())"))

    def key(self, sign):
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": sign}, {"type": "keyUp", "value": sign}]}])
        self.settled()

    def drag(self, places):
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 30} for x, y in places]
        self.call("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]}])
        self.settled()


def main(built):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program or not os.environ.get("DISPLAY"):
        print("there is no Firefox, or no display for it")
        return 77
    page = "file://" + str((pathlib.Path(built) / "satscope.html").resolve())
    wrong = 0
    with Firefox(program) as browser:
        browser.open(page + "?1#open=pattern:white:64x64")
        x, y, w, h = (browser.state()["views"]["picture"][name] for name in "xywh")
        browser.drag([(x + w * (0.4 + 0.03 * i), y + h * (0.4 + 0.03 * i)) for i in range(8)])
        box = browser.state()["box"]
        browser.open(page + "?2#open=pattern:noise:24x24:3&workspace=steps&algorithm=single-pass&view=look-back")
        browser.key("\ue010")  # End
        steps = browser.state()["steps"]
        for what, is_so in (("a dragged box of white pixels sums to 255 times its area", box["w"] > 1 and box["sum"] == 255 * box["w"] * box["h"]),
                            ("look-back comes to its end, and its table is right, or a sentence says why it cannot",
                             bool(steps["problem"]) or steps["step"] == steps["steps"] and steps["result_matches"])):
            print(("ok: " if is_so else "WRONG: ") + "Firefox: " + what)
            wrong += not is_so
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
