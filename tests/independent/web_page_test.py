#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The web pages of `satscope steps` and `satscope lesson`, unpacked by code of its own, and played in a browser.

usage: web_page_test.py SATSCOPE            the drawings are those of the SVG files; nothing comes from outside; texts are escaped
       web_page_test.py SATSCOPE --browser  a browser plays them, as large as a desk and a phone; exit 77: there is none here
       web_page_test.py SATSCOPE --browser --shots DIR  and keeps pictures of them
"""
import html
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LESSONS = HERE.parent.parent / "assets" / "lessons"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES, THEMES = ("960x453", "400x460"), ("light", "dark")
MOST_BYTES = 1_000_000  # of a page of 8x8
EVIL = "</script><script>document.title = 'broken'</script> & <b>\"quotes\"</b> {{data}}"
EVIL_SESSION = {"satscope": "session", "version": 1, "title": EVIL, "session": {"workspace": "steps", "steps": {
    "source": {"kind": "typed", "typed": "3 1 7 0\n"}, "algorithm": "scan-transpose-scan"}}}
EVIL_LESSON = f"""# {EVIL}
@lesson 1
@able You can </script>
@minutes 5

## {EVIL}
Text {EVIL}
@ask Which? {EVIL}
@answer
@until learn.answer == 5 and 1 < 2
@hint {EVIL}
@done {EVIL}
@solve answer 5
"""


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr}")


class Page(html.parser.HTMLParser):
    """What an HTML parser finds: the data, the texts, how many scripts, and all addresses."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.texts, self.addresses, self.where = [], [], [], []
        self.feed(text)
        self.data = json.loads(self.scripts[0])

    def handle_starttag(self, tag, attributes):
        if tag == "script":
            self.scripts.append("")
        self.where.append(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href", "action", "data") and value[0] != "#"]

    def handle_endtag(self, tag):
        while self.where and self.where.pop() != tag:
            pass

    def handle_data(self, data):
        if "script" in self.where:
            self.scripts[-1] += data
        elif "style" not in self.where:
            self.texts.append(data)


def drawing(data, runs, theme):
    """The lines of a drawing, put together."""
    packed, text = data["drawings"], ""
    for first, count in zip(runs[::2], runs[1::2]):
        for form, *fillings in packed["lines"][first:first + count]:
            fillings.reverse()
            for part in re.split(r"([{}])", packed["forms"][form]):
                if part == "}":
                    part = packed["colours"][fillings.pop()][theme]
                elif part == "{":
                    filling = fillings.pop()
                    part = filling[theme] if isinstance(filling, list) else json.dumps(filling) if not isinstance(filling, str) else filling
                text += part
            text += "\n"
    return text


def drawing_problems(satscope, folder, data, words, views):
    for view, name in enumerate(views):
        for size, pixels in enumerate(SIZES):
            for theme, theme_name in enumerate(THEMES):
                run(satscope, "steps", *words, "--steps", f"0-{len(data['runs'][0]['steps']) - 1}", "--view", name, "--size", pixels,
                    "--theme", theme_name, "--level", "full", "-o", folder / "%d.svg")
                for step, kept in enumerate(data["runs"][0]["steps"]):
                    svg = (folder / f"{step}.svg").read_text()
                    wanted = svg.split("</desc>\n")[1].removesuffix("</svg>\n")
                    if drawing(data, kept["views"][view][size][0], theme) != wanted:
                        yield f"{words[0]}: step {step}, {name}, {pixels}, {theme_name} is not the SVG"
                        return
                    sentence = html.unescape(re.search("<desc>(.*)</desc>", svg)[1])
                    if step > 0 and kept["told"] != sentence:
                        yield f"{words[0]}: step {step} says '{kept['told']}', not '{sentence}'"


def text_problems(name, text):
    page = Page(text)
    if len(page.scripts) != 2:
        yield f"{name} has {len(page.scripts)} scripts, not its data and its code"
    if re.search("[<>&]", page.scripts[0]):
        yield f"{name} has data that HTML may take for its own"
    code = page.scripts[1] + text[:text.index("</style>")]
    if page.addresses or re.search(r"@import|url\((?!#|\\\()|fetch\(|import\(|https?://(?!www\.w3\.org/)", code):
        yield f"{name} needs something from outside: {page.addresses}"
    if re.search(r"\{\{\w+\}\}", text.replace(html.escape(EVIL), "").replace("{{data}}", "")):
        yield f"{name} has a gap that is not filled"
    said = " ".join(page.texts)
    if "<details class=\"transcript\" open>" in text:  # a script closes it
        for step in page.data["runs"][0]["steps"]:
            if step["told"] not in said:
                yield f"{name} does not say '{step['told']}' without its script"


def problems(satscope):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = folder / "page.html"
        scan = ["pattern:scene:8x8", "--algorithm", "scan-transpose-scan"]
        for words, views in ((["figure:bilgic-2"], ["grids", "tree"]), (scan, ["grids", "tree"]), (scan + ["--view", "network"], ["network"]),
                             (["pattern:scene:8x8", "--algorithm", "single-pass"], ["grids"]), (["pattern:noise:5x3:1", "--algorithm", "serial"], ["grids"])):
            run(satscope, "steps", *words, "--level", "full", "-o", page)
            text = page.read_text()
            data = Page(text).data
            if [view["name"] for view in data["runs"][0]["views"]] != views:
                yield f"{words} has other views than {views}"
            if len(text.encode()) > MOST_BYTES:
                yield f"{words} takes {len(text.encode())} bytes, more than {MOST_BYTES}"
            if "class=\"transcript\" open" not in text:
                yield f"{words} has no sentences that can be read without its script"
            yield from text_problems(words[0], text)
            yield from drawing_problems(satscope, folder, data, [word for word in words if word not in ("--view", "network")], views)
        # a part of the steps keeps their numbers
        run(satscope, "steps", *scan, "--steps", "3-5", "-o", page)
        part = Page(page.read_text()).data
        if (part["runs"][0]["first"], len(part["runs"][0]["steps"]), part["players"]) != (3, 3, [[0, 3]]):
            yield "steps 3 to 5 are not those of the page"
        # what is written by others stays text
        (folder / "evil.satscope").write_text(json.dumps(EVIL_SESSION))
        run(satscope, "steps", folder / "evil.satscope", "-o", page)
        yield from evil_problems("the session", page.read_text(), 2)
        (folder / "evil.md").write_text(EVIL_LESSON)
        run(satscope, "lesson", folder / "evil.md", "-o", page)
        yield from evil_problems("the lesson", page.read_text(), 7)
        for lesson in ("tree", "workers"):
            run(satscope, "lesson", lesson, "-o", page)
            text = page.read_text()
            yield from text_problems(lesson, text)
            for card in re.findall(r"^## (.*)$", next(LESSONS.glob(f"*-{lesson}.md")).read_text(), re.MULTILINE):
                if html.escape(card) not in text:
                    yield f"the page of {lesson} lacks the card '{card}'"
        yield from newcomer_problems(satscope, page)
        # controls
        bad = json.loads(json.dumps(data))
        bad["drawings"]["colours"][0][1] = "#123456"
        if not list(drawing_problems(satscope, folder, bad, ["pattern:noise:5x3:1", "--algorithm", "serial"], ["grids"])):
            yield "the check is blind: it does not see another colour"
        if not list(text_problems("control", text.replace("<main>", '<main><img src="a.png">', 1))):
            yield "the check is blind: it does not see an address"
        if not list(text_problems("control", text.replace("\\u003c", "<"))):
            yield "the check is blind: it does not see data that is not escaped"


def newcomer_problems(satscope, page):
    """A lesson says each step as its window does: "Up-sweep, step 2 of 3", without names of the kernel."""
    run(satscope, "lesson", "tree", "-o", page)
    heads = [step["head"] for step in Page(page.read_text()).data["runs"][0]["steps"]]
    if "Up-sweep, step 2 of 3" not in heads:
        yield f"no step of the tree is the second of three: {heads}"
    run(satscope, "lesson", "look-back", "-o", page)
    if len(page.read_bytes()) > MOST_BYTES:
        yield f"look-back takes {len(page.read_bytes())} bytes, more than {MOST_BYTES}"
    for one in Page(page.read_text()).data["runs"]:
        for step in one["steps"]:
            if re.search(r"published as|stored (at|in) \w+\[| d=\d", step["head"] + step["told"] + step.get("more", "")):
                yield f"look-back says '{step['head']}', '{step['told']}'"
                return


def evil_problems(name, text, times):
    said = "".join(Page(text).texts)
    if said.count(EVIL) < times:
        yield f"{name} shows '{EVIL}' {said.count(EVIL)} times, not {times}"
    yield from text_problems(name, text)


# ---- in a browser

def actions_of(lesson):
    """By card: what the lesson's own solution and its wrong try do, beyond which step its answer is seen, and what is said of numbers."""
    cards = []
    for line in next(LESSONS.glob(f"*-{lesson}.md")).read_text().splitlines():
        if line.startswith("## "):
            cards.append({"solve": [], "wrong": [], "stop": None, "said": {}})
        if line.startswith("@stop "):
            cards[-1]["stop"] = int(line.split()[1])
        if remark := re.match(r"@when learn\.answer == (\d+): (.*)", line):
            cards[-1]["said"][remark[1]] = remark[2]
        for kind in ("solve", "wrong"):
            if line.startswith(f"@{kind} "):
                cards[-1][kind].append(line.split()[1:])
    return cards


class Browser:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def call(self, *words):
        return subprocess.run([self.program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=20000", *words],
                              check=True, capture_output=True, text=True, timeout=120).stdout

    def framed(self, page, size, script):
        """A page with a script in a frame of this size: a browser's own window is wider than a phone."""
        width, height = size
        inner = page.read_text().replace("</body>", f"<script>{script}</script></body>")
        outer = self.folder / "outer.html"
        outer.write_text("<!DOCTYPE html><meta charset='utf-8'><body style='margin:0'><pre id='log' style='display:none'></pre><script>onmessage = e => "
                         "document.getElementById('log').textContent += e.data + '\\n';</script>"
                         f"<iframe style='border:0;display:block;width:{width}px;height:{height}px' srcdoc=\"{html.escape(inner)}\"></iframe>")
        return outer

    def said(self, page, size, script):
        dom = self.call("--dump-dom", self.framed(page, size, script).as_uri())
        return html.unescape(re.search(r'<pre id="log"[^>]*>(.*?)</pre>', dom, re.DOTALL)[1]).splitlines()

    def shot(self, page, size, script, file):
        self.call(f"--screenshot={file}", f"--window-size={max(size[0], 520)},{size[1]}", self.framed(page, size, script).as_uri())


def browser_problems(satscope, shots):
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        print(f"no browser is here, of {', '.join(BROWSERS)}")
        sys.exit(77)
    harness = (HERE / "web_page_test.js").read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        browser = Browser(found, folder)
        steps, lesson = folder / "steps.html", folder / "lesson.html"
        run(satscope, "steps", "figure:bilgic-2", "-o", steps)
        run(satscope, "lesson", "tree", "-o", lesson)
        for size in ((1280, 900), (390, 844)):
            for page, script in ((steps, "test_steps()"), (lesson, f"test_lesson({json.dumps(actions_of('tree'))})")):
                said = browser.said(page, size, harness + script)
                if not said or said[-1] != "end":
                    yield f"{page.name} at {size[0]}x{size[1]}: the test did not end: {said[-3:]}"
                yield from (f"{page.name} at {size[0]}x{size[1]}: {line}" for line in said if line != "end")
                if shots:
                    browser.shot(page, size, "", shots / f"{page.stem}-{size[0]}.png")
        (folder / "evil.satscope").write_text(json.dumps(EVIL_SESSION))
        run(satscope, "steps", folder / "evil.satscope", "-o", folder / "evil.html")
        said = browser.said(folder / "evil.html", (1280, 900), harness + f"test_evil({json.dumps(EVIL)})".replace("<", "\\u003c"))
        yield from (f"evil.html: {line}" for line in said if line != "end")
        # the address names a step
        if ">7 / 22</output>" not in browser.call("--dump-dom", steps.as_uri() + "#7"):
            yield "#7 does not open step 7"
        browser.call(f"--print-to-pdf={folder / 'a.pdf'}", steps.as_uri())
        pages = len(re.findall(rb"/Type\s*/Page\b", (folder / "a.pdf").read_bytes()))
        if pages != 12:
            yield f"23 steps are printed on {pages} pages, not two on each"
        if shots:
            shutil.copy(folder / "a.pdf", shots)
        # control
        bent = folder / "bent.html"
        bent.write_text(steps.read_text().replace("this.place_at(this.at + 1", "this.place_at(this.at + 2").replace("min-height: 2.75rem", "min-height: 1rem"))
        if len(browser.said(bent, (390, 844), harness + "test_steps()")) < 3:
            yield "the check is blind: it does not see a page that skips steps and has small buttons"
        bent.write_text(lesson.read_text().replace("data-stop", "data-none"))
        if len(browser.said(bent, (1280, 900), harness + f"test_lesson({json.dumps(actions_of('tree'))})")) < 3:
            yield "the check is blind: it does not see a lesson that shows its answers first"


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[sys.argv.index("--shots") + 1]) if "--shots" in sys.argv else None
    told = list(browser_problems(sys.argv[1], where) if "--browser" in sys.argv else problems(sys.argv[1]))
    print(*told, sep="\n")
    sys.exit(1 if told else 0)
