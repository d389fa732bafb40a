#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A lesson taken in the real window, by real keys and a real mouse: lessons.py FILE.md

Every card is shown in turn. What `@wrong` does must not finish its act; what `@solve` does must. The file is read here again, by a
reader of this test's own, and the window is known by its state file alone. Exit 77 where there is nothing to drive a window with.
  SATSCOPE        the program (else the one on the PATH)
  SATSCOPE_SHOTS  a folder for pictures of the screen (else none are kept)"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
KEYS = {"PgDn": "Next", "PgUp": "Prior", "Esc": "Escape", "Enter": "Return", "Space": "space", "Backspace": "BackSpace", "}": "braceright",
        "{": "braceleft", "]": "bracketright", "[": "bracketleft", ",": "comma", ".": "period", "?": "question", "+": "plus", "-": "minus", "<": "less",
        ">": "greater"}


class Card:
    def __init__(self, title):
        self.title, self.asks, self.question, self.wrong, self.solve = title, False, False, [], []


def cards_of(text):
    """The cards, as docs/lessons.md says: `## ` begins one, lines that begin with two blanks continue a directive."""
    cards = []
    for line in text.replace("\n  ", " ").splitlines():
        word, _, rest = line.partition(" ")
        if word == "##":
            cards.append(Card(rest))
        elif word == "@ask":
            cards[-1].asks = True
        elif word == "@question":
            cards[-1].question = True
        elif word in ("@wrong", "@solve"):
            getattr(cards[-1], word[1:]).append(rest.strip())
    return cards


class Driver:
    """The window of a desktop; tests/web/ has one for a page, which differs in state, desk and hover."""
    def __init__(self, state):
        self.file = pathlib.Path(state)

    def state(self):
        return json.loads(self.file.read_text()) if self.file.exists() else None

    def desk(self, command, *arguments):
        subprocess.run([f"desk-{command}", *map(str, arguments)], check=True)

    def hover(self, x, y):
        subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)

    def wait(self, holds, seconds, what):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (state := self.state()) and holds(state):
                return
            time.sleep(0.05)
        raise AssertionError(f"within {seconds} s never: {what}; lesson: {self.state().get('learn')}, message: {self.state().get('message')}")

    def rest(self):
        time.sleep(0.25)
        self.wait(lambda state: state["settled"], 60, "the window rests")

    def click(self, x, y):
        self.desk("click", round(x), round(y))

    def press(self, control):
        self.wait(lambda state: control in state["controls"] or control in state["listed"], 20, f"there is a control {control}")
        if control not in self.state()["controls"]:
            at = self.state()["listed"][control]
            self.click(at["x"] + at["w"] / 2, at["y"] + at["h"] / 2)
            self.wait(lambda state: control in state["controls"], 20, f"the list opens that has {control}")
            self.rest()  # because: a list that has just opened still finds its place
        at = self.still(control)
        self.click(at["x"] + at["w"] / 2, at["y"] + at["h"] / 2)

    def still(self, control):
        """Where it is, once it has stayed there: what appears above a button moves it down."""
        at, end = None, time.monotonic() + 20
        while at is None or self.state()["controls"].get(control) != at:
            assert time.monotonic() < end, f"{control} does not come to rest"
            at = self.state()["controls"].get(control)
            time.sleep(0.3)
        return at

    def pixel(self, view, x, y):
        state = self.state()
        at, (centre_x, centre_y), zoom = state["views"][view], state["view"]["centre"], state["view"]["zoom"]
        return (round(at["x"] + at["w"] / 2 + (x + 0.5 - centre_x) * zoom), round(at["y"] + at["h"] / 2 + (y + 0.5 - centre_y) * zoom))

    def cell(self, buffer, place):
        grid = next(one for one in self.state()["steps"]["grids"] if one["buffer"] == buffer and not one["small"])
        self.click(grid["x"] + (place % grid["columns"] + 0.5) * grid["w"] / grid["columns"],
                   grid["y"] + (place // grid["columns"] + 0.5) * grid["h"] / grid["rows"])

    def do(self, action):
        kind, _, rest = action.partition(" ")
        if kind == "key":
            *modifiers, key = rest.replace("++", "+plus").split("+") if len(rest) > 1 else [rest]
            self.desk("key", "+".join([one.lower() for one in modifiers] + [KEYS.get(key, key if len(key) > 1 else key.lower())]))
        elif kind == "type":
            self.desk("type", rest)
        elif kind == "answer":
            self.press("lesson:answer")
            self.desk("key", "ctrl+a")  # because: a wrong line stays
            self.desk("type", rest)
            self.desk("key", "Return")
            self.wait(lambda state: state["learn"]["done"] or state["learn"]["failed"], 20, f"the answer {rest} is looked at")
        elif kind == "click":
            self.press(rest)
        elif kind == "line":
            number, _, text = rest.partition(" ")
            self.press("steps:editor")
            self.rest()  # because: in the frame of the click the field takes no key yet
            for key in ["ctrl+Home", *["Down"] * (int(number) - 1), "Home", "shift+End"]:
                self.desk("key", key)
            for i, part in enumerate(text.split("\\n")):
                if i > 0:
                    self.desk("key", "Return")
                self.desk("type", part)
        elif kind == "cell":
            buffer, _, place = rest.rpartition(" ")
            self.cell(buffer, int(place))
        elif kind == "point":
            view, x, y = rest.split()
            self.hover(*self.pixel(view, int(x), int(y)))
        elif kind == "drag":
            x0, y0, x1, y1 = map(int, rest.split())
            self.desk("drag", *self.pixel("picture", x0, y0), *self.pixel("picture", x1, y1))
        elif kind in ("wait", "set"):
            return  # for the clicker of a class, and what the window shows after the answer
        else:
            raise AssertionError(f"'{action}' is nothing that a mouse and keys can do")
        self.rest()

    def learn(self):
        return self.state()["learn"]


def take(driver, cards):
    for number, card in enumerate(cards):
        driver.wait(lambda state: state["settled"] and state["learn"]["card"] == number, 90, f"card {number + 1}")
        driver.rest()
        if card.asks:
            assert card.solve, f"card {number + 1} has no solution"
            assert not driver.learn()["done"], f"card {number + 1} is done before anything is done"
            if card.wrong:
                for action in card.wrong:
                    driver.do(action)
                assert not driver.learn()["done"], f"card {number + 1} takes a wrong act: {card.wrong}"
                driver.press("lesson:again")
                driver.rest()
            for action in card.solve:
                driver.do(action)
            driver.wait(lambda state: state["learn"]["done"], 60, f"card {number + 1}, '{card.title}', is done by {card.solve}")
        if card.question:
            assert not driver.learn()["done"], f"card {number + 1} shows its answer before it is asked for"
            driver.desk("key", "ctrl+Return")
            driver.wait(lambda state: state["learn"]["done"], 20, f"card {number + 1} shows its answer")
        if folder := os.environ.get("SATSCOPE_SHOTS"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            driver.desk("shot", f"{folder}/{driver.learn()['lesson']}-{number + 1}.png")
        if number % 2 == 0 and number + 1 < len(cards):
            driver.desk("key", "ctrl+Next")
        else:
            driver.press("lesson:next")
    driver.wait(lambda state: state["learn"]["lesson"] is None and state["workspace"] == "learn", 20, "the lesson ends at the list")


def main(file):
    os.environ["PATH"] += f":{HERE}/../desk:{HERE}"
    satscope = os.environ.get("SATSCOPE") or shutil.which("satscope")
    for cannot, why in ((not os.environ.get("DISPLAY"), "there is no display (DISPLAY is not set)"), (not shutil.which("xdotool"), "xdotool is not installed"),
                        (not satscope, "there is no program to drive; SATSCOPE names it"),
                        ("steps_file" in pathlib.Path(file).read_text() and not (shutil.which("g++") or shutil.which("clang++")),
                         "there is no C++ compiler here")):
        if cannot:
            print(why)
            return 77
    cards = cards_of(pathlib.Path(file).read_text())
    assert cards, "the file has no cards"
    with tempfile.TemporaryDirectory() as folder:
        own = {name: folder for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
        program = subprocess.Popen([satscope, "lesson", file, "--state-out", f"{folder}/state.json"], env={**os.environ, **own})
        driver = Driver(f"{folder}/state.json")
        try:
            subprocess.run(["desk-wait-window", "^satscope", "90"], check=True, stdout=subprocess.DEVNULL)
            take(driver, cards)
            driver.desk("key", "ctrl+q")
            assert program.wait(20) == 0, "the program did not end well"
        except BaseException:
            if folder_of_shots := os.environ.get("SATSCOPE_SHOTS"):
                driver.desk("shot", f"{folder_of_shots}/failed.png")
            raise
        finally:
            program.kill()
    print(f"{len(cards)} cards were taken by hand, and nothing less was accepted")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
