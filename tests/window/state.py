#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The eyes of the window's tests, on the file that `satscope --state-out` writes.

state.py FILE wait 'EXPRESSION' [SECONDS]   until the expression holds (20 s at most), else says what the state was
state.py FILE get 'EXPRESSION'...           prints the values as words in one line
state.py FILE screen X Y                    the window coordinates of the middle of pixel (X, Y) in the view of the picture, or of the result

Expressions are Python over the state: `box.w == 40 and settled`."""
import json
import pathlib
import sys
import time


class Fields(dict):
    """A JSON object whose members read like attributes; what is missing is None."""

    def __getattr__(self, name):
        return self.get(name)


def read(file):
    """The state, or None while there is none. The program replaces the file atomically, so it is always whole."""
    try:
        return json.loads(pathlib.Path(file).read_text(), object_hook=Fields)
    except FileNotFoundError:
        return None


def evaluate(expression, state):
    helpers = {"abs": abs, "int": int, "len": len, "max": max, "min": min, "round": round, "sum": sum}
    return eval(expression, {"__builtins__": helpers}, state)


def wait(file, expression, seconds):
    deadline = time.monotonic() + seconds
    state = None
    while True:
        state = read(file)
        try:
            if state is not None and evaluate(expression, state):
                return 0
        except (NameError, TypeError, AttributeError):
            pass  # not there yet
        if time.monotonic() > deadline:
            if state is not None:
                state.pop("controls", None)  # long, and seldom the matter
            print(f"state.py: within {seconds:g} s never: {expression}\nthe state is {json.dumps(state)}", file=sys.stderr)
            return 1
        time.sleep(0.05)


def get(file, expressions):
    state = read(file)
    words = []
    for expression in expressions:
        value = evaluate(expression, state)
        words += value if isinstance(value, (list, tuple)) else [value]
    print(*words)
    return 0


def screen(file, x, y):
    state = read(file)
    at = state.views.result if state.workspace == "playground" else state.views.picture
    print(*(round(corner + size / 2 + (pixel + 0.5 - centre) * state.view.zoom) for corner, size, pixel, centre in
            zip((at.x, at.y), (at.w, at.h), (x, y), state.view.centre)))
    return 0


def main(arguments):
    file, verb, *rest = arguments
    if verb == "wait":
        return wait(file, rest[0], float(rest[1]) if len(rest) > 1 else 20)
    if verb == "screen":
        return screen(file, float(rest[0]), float(rest[1]))
    return get(file, rest)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[2] not in ("wait", "get", "screen"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
