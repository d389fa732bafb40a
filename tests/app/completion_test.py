#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a shell offers after TAB, once it has read `satscope describe SHELL`. The shell itself is asked.

usage: completion_test.py SATSCOPE bash|zsh|fish
Exit 0: it offers what --help says; 77: this shell is not installed.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

# what is typed, the words that must be offered or completed, and words that must not
CASES = [
    ("satscope ", ["sat", "bench", "describe", "a.cu"], ["--json"]),
    ("satscope st", ["steps", "store"], ["sat"]),
    ("satscope sat --al", ["--algorithm", "--allow-large"], ["--type"]),
    ("satscope sat --type ", ["8u32u", "64f64f"], ["a.cu"]),
    ("satscope sat --type=8u64", ["8u64u", "8u64u-sq"], ["8u32u"]),
    ("satscope bench --types 8u32u,32", ["32s32s", "32u32u", "32f32f"], ["64f64f"]),
    ("satscope bench --algorithms serial,scan-t", ["scan-transpose-scan"], ["rows-n"]),
    ("satscope sat --algorithm a.", ["a.cu"], ["serial"]),
    ("satscope sat --algorithm seria", ["serial"], ["a.cu"]),
    ("satscope bench --algorithms ", ["serial", "sauvola", "a.cu", "sub/"], ["one.json", "pic.png", "own.md"]),
    ("satscope bench --algorithm ", ["serial", "sauvola", "a.cu", "sub/"], ["one.json", "pic.png", "own.md"]),
    ("satscope bench --algorithms serial,", ["rows-n", "a.cu"], ["one.json", "own.md"]),
    ("satscope bench --sizes ", [], ["a.cu", "one.json", "sub/"]),
    ("satscope bench --size ", [], ["a.cu", "one.json", "sub/"]),
    ("satscope bench --type 8u64", ["8u64u"], ["a.cu"]),
    ("satscope bench --threads ", [], ["a.cu", "one.json", "sub/"]),
    ("satscope sat --algorithm serial my", ["pic.png"], []),
    ("satscope check -I sub ", ["a.cu"], ["one.json"]),
    ("satscope lesson ", ["four-reads", "own.md", "sub/"], ["a.cu", "one.json"]),
    ("satscope --lesson o", ["own.md"], ["a.cu", "pic.png"]),
    ("satscope box my", ["pic.png"], ["a.cu"]),
    ("satscope lesson four-r", ["four-reads"], ["a.cu"]),
    ("satscope lesson first-s", ["first-steps"], ["a.cu"]),
    ("satscope describe ", ["man", "bash", "zsh", "fish", "schema"], ["a.cu"]),
    ("satscope describe schema com", ["compare"], ["a.cu"]),
    ("satscope filter --flip ", ["horizontal", "vertical"], ["a.cu"]),
    ("satscope a.cu --theme ", ["light", "dark"], ["sat"]),
    ("satscope --workspace sto", ["storage"], ["steps"]),
    ("satscope bench --compare ", ["one.json", "two.json"], ["a.cu", "pic.png", "--with"]),
    ("satscope bench --compare one.json ", ["two.json"], ["a.cu", "--with"]),
    ("satscope bench --compare a.cu a.cu --wi", ["--with"], ["--types"]),
    ("satscope sweep --vary ", ["size", "threads", "type", "block"], ["a.cu"]),
    ("satscope sat pattern:no", ["noise"], ["a.cu", "zero"]),
    ("satscope box pattern:", ["noise", "zero"], ["a.cu"]),
    ("satscope sat patt", ["pattern"], ["a.cu"]),
    ("satscope sat --algorithm serial --param ", ["listing"], ["block", "a.cu"]),
    ("satscope sat --algorithm=serial --param ", ["listing"], ["block", "a.cu"]),
    ("satscope sat --algorithm a.cu --param ", ["listing", "block"], []),
    ("satscope sat --param ", ["listing", "block"], ["a.cu", "sauvola", "r"]),
    ("satscope bench --param listing=", ["recursion", "bilgic", "angioloni"], ["a.cu", "printed"]),
    ("satscope bench --param=listing=", ["recursion", "bilgic", "angioloni"], ["a.cu", "printed"]),
    ("satscope sweep --vary type=", ["8u32u", "64f64f"], ["a.cu", "printed"]),
    ("satscope trace --set ", ["warp", "block", "segment", "tile"], ["a.cu", "listing"]),
    ("satscope trace --schedule ", ["ticket", "lockstep"], ["a.cu"]),
    ("satscope describe man ", ["bench", "sat"], ["a.cu", "fish"]),
    ("satscope filter --rotate ", ["0", "90", "180", "270"], ["a.cu"]),
    ("satscope filter --chain sau", ["sauvola"], ["a.cu", "serial"]),
    ("satscope sat --channels ", ["1", "4"], ["a.cu"]),
    ("satscope check --level ", ["O0", "O1"], ["a.cu"]),
    ("satscope check ", ["a.cu", "sub/"], ["one.json"]),
    ("satscope check --json ", ["a.cu", "sub/"], ["one.json"]),
    ("satscope check -I ", ["sub/"], ["a.cu", "one.json"]),
    ("satscope help be", ["bench"], ["a.cu"]),
    ("satscope bench --against ", ["old-build"], ["a.cu", "one.json"]),
    ("satscope bench --output=on", ["one.json"], ["a.cu"]),
    ("satscope sat --algorithm=serial --param=listing=bil", ["bilgic"], ["recursion", "a.cu"]),
]
# what is typed, and the line after TAB in bash, where a colon ends a word unless COMP_WORDBREAKS has none
BASH_LINES = [
    ("satscope sat pat", "satscope sat pattern:"),
    ("satscope sat pattern:no", "satscope sat pattern:noise"),
    (r"satscope sat pattern\:no", r"satscope sat pattern\:noise"),
    ("satscope sat 'pattern:no", "satscope sat 'pattern:noise'"),
    ("satscope box my", r"satscope box my\ pic.png "),
    ("satscope bench --machine auto,gpu,", "satscope bench --machine auto,gpu,cpu"),
    ("satscope bench --against o", "satscope bench --against old-build "),
]


def fish_titles(script, folder):
    """What fish shows beside a value."""
    for line, wanted in (("satscope sat --algorithm seri", "serial\tSerial recursion"), ("satscope help kern", "kernels\tSays what the kernels"),
                         ("satscope filter --algorithm seri", "serial\tSerial recursion"),
                         ("satscope bench --algorithms brlt-scanrow,seri", "brlt-scanrow,serial\tSerial recursion"),
                         ("satscope lesson four-r", "four-reads\tWhat a table is, and why four reads are enough"),
                         ("satscope filter --chain sauv", "sauvola\tAdaptive threshold (Sauvola)"), ("satscope sat --machine g", "gpu\tmachine")):
        found = fish_lists(script, folder, line)
        if not any(entry.startswith(wanted) for entry in found):
            yield f"fish offers {found} for {line!r}, not {wanted!r}"


def fish_lists(script, folder, line):
    listed = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"], cwd=folder, capture_output=True,
                            text=True, check=True, timeout=60).stdout
    return listed.splitlines()


def fish_offers(script, folder, line):
    return "\n".join(entry.split("\t")[0] for entry in fish_lists(script, folder, line))  # without what each is for


class Shell:
    """A shell at a terminal: what is typed goes to it, what it writes comes back up to a mark."""

    END = "<END>"

    def __init__(self, folder, words, begin):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", PS1="", COLUMNS="200", LINES="100", HOME=str(folder))
            os.execvp(words[0], words)
        self.write(begin)
        self.read()
        time.sleep(0.2)

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read(self):
        text, until = "", time.time() + 60
        while self.END not in text:
            if time.time() > until or not select.select([self.terminal], [], [], 60)[0]:
                sys.exit(f"the shell does not answer: {text!r}")
            text += os.read(self.terminal, 65536).decode(errors="replace")
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)

    def offers(self, line):
        self.write(line + "\t\x18")
        text = self.read()
        self.write("\x15")
        return text

    def end(self):
        self.write("\x15exit\n")
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def zsh_in(folder):
    # because: the completion is found as an installed one is, by its file's name in fpath
    return Shell(folder, ["zsh", "-f", "-i"],
                 "stty -echo; stty cols 200 rows 200; unsetopt prompt_sp list_ambiguous; PS1=; PS2=; LISTMAX=10000\n"
                 f"fpath=({folder}/functions $fpath); autoload -Uz compinit; compinit -u -D\n"
                 "mark() { print -n '<EN''D>' }; zle -N mark; bindkey '^X' mark; print '<EN''D>'\n")


class Bash(Shell):
    """Ends what it writes with the line that was typed and completed."""

    def __init__(self, folder, begin):
        settings = ("bell-style none", "completion-query-items -1", "page-completions off", "enable-bracketed-paste off",
                    "show-all-if-ambiguous on")
        super().__init__(folder, ["bash", "--norc", "-i"],
                         "stty -echo; stty cols 200 rows 200; PS1=; PS2=\n" +
                         "".join(f"bind 'set {setting}'\n" for setting in settings) + begin +
                         f"source {folder}/functions/_satscope\n"
                         "mark() { printf '\\n%s<EN''D>' \"$READLINE_LINE\"; }; bind -x '\"\\C-x\": mark'; echo '<EN''D>'\n")

    def completed(self, line):
        return self.offers(line).replace("\r", "").removesuffix(self.END).split("\n")[-1]


def bash_faults(folder, here):
    for begin in ("", "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n", "COMP_WORDBREAKS=${COMP_WORDBREAKS//[=:]}\n"):
        bash = Bash(folder, begin)
        bash.write(f"cd {here}\n")
        yield from faults(bash.offers)
        for line, wanted in BASH_LINES:
            if (completed := bash.completed(line)) != wanted:
                yield f"bash makes {completed!r} of {line!r}, not {wanted!r}; before: {begin!r}"
        bash.end()


def faults(offers):
    for line, wanted, others in CASES:
        text = offers(line)
        words = re.split(r"[\s,=<:*]+", text)
        for word in wanted:
            if word not in words:
                yield f"{line!r} does not offer {word!r}: {text!r}"
        for word in others:
            if word in words:
                yield f"{line!r} offers {word!r}: {text!r}"


def main():
    program, shell = sys.argv[1:]
    if not shutil.which(shell):
        print(f"skipped: {shell} is not installed")
        sys.exit(77)
    script = subprocess.run([program, "describe", shell], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "functions").mkdir()
        (folder / "functions" / "_satscope").write_text(script)
        here = folder / "here"
        here.mkdir()
        for file in ("a.cu", "my pic.png", "own.md", "one.json", "two.json"):
            (here / file).write_text("")
        (here / "sub").mkdir()
        (here / "old-build").touch(0o755)
        if shell == "bash":
            wrong = list(bash_faults(folder, here))
        elif shell == "fish":
            script = folder / "functions" / "_satscope"
            wrong = [*faults(lambda line: fish_offers(script, here, line)), *fish_titles(script, here)]
        else:
            zsh = zsh_in(folder)
            zsh.write(f"cd {here}\n")
            wrong = list(faults(zsh.offers))
            zsh.end()
        if wrong:
            sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
