#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a build as ctest would, in fewer processes: run_tests.py BUILD RESULTS.xml PARALLEL SECONDS [CTEST-OPTION]...
asks ctest for the tests that its options select, and gives those of one GoogleTest program to a process a dozen at a time. RESULTS
is what ctest writes as JUnit. A test that crashes its process or outlasts SECONDS (or its own TIMEOUT) has failed, and those that
wait behind it get a new process. A process that ends badly after good tests (a leak) has its tests run one by one. A test that
needs a process of its own has the label `alone`; RUN_SERIAL ones run when nothing else does."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml

MOST_TOGETHER = 12
MOST_KEPT = 20000  # letters of what a test said

VERDICT = re.compile(r"\[ {2}(     OK|FAILED |SKIPPED) \] ([^ ,]+)(?:, where .*)? \(\d+ ms\)$")
BEGIN = re.compile(r"^\[ RUN {6}\] (\S+)$")


class Test:
    def __init__(self, entry, seconds):
        self.properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry.get("command") or [self.name]
        self.folder = self.properties.get("WORKING_DIRECTORY")
        self.environment = self.properties.get("ENVIRONMENT", [])
        self.seconds = self.properties.get("TIMEOUT", seconds)
        self.serial = bool(self.properties.get("RUN_SERIAL"))
        self.status, self.why, self.said, self.took = None, "", "", 0.0

    @property
    def case(self):
        """Its name in a GoogleTest program, or nothing."""
        for word in self.command:
            if word.startswith("--gtest_filter="):
                return word.removeprefix("--gtest_filter=")
        return None

    def shares_with(self, other):
        return all(getattr(self, of) == getattr(other, of) for of in ("folder", "environment", "seconds", "serial")) \
            and self.command[0] == other.command[0]

    def judge(self, status, why="", said="", took=0.0):
        self.status, self.why, self.took = status, why, took
        self.said = said if len(said) <= MOST_KEPT else said[:MOST_KEPT // 2] + "\n...\n" + said[-MOST_KEPT // 2:]


class Process:
    """A command in a process group of its own, ended when it says nothing that `alive` knows for too long."""
    running = set()
    lock = threading.Lock()
    stopped = False

    def __init__(self, test, command):
        environment = os.environ | dict(e.split("=", 1) for e in test.environment)
        self.seconds = test.seconds
        self.late = False
        self.alive()
        with self.lock:
            if self.stopped:
                sys.exit()
            self.process = subprocess.Popen(command, cwd=test.folder, env=environment, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                            process_group=0)
            self.running.add(self)

    def alive(self):
        self.deadline = time.monotonic() + self.seconds

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def lines(self):
        yield from self.process.stdout
        self.process.wait()
        with self.lock:
            self.running.discard(self)

    def ended(self):
        """How it ended, in words; nothing if well."""
        code = self.process.returncode
        if self.late:
            return "Timeout"
        return f"ended by signal {-code}" if code < 0 else f"exit status {code}" if code else ""

    @classmethod
    def watch(cls):
        while True:
            time.sleep(0.2)
            with cls.lock:
                for one in cls.running:
                    if time.monotonic() > one.deadline:
                        one.late = True
                        one.end()


def run_command(test):
    """A test that is a program: what it says and how it ends is the verdict, by ctest's rules."""
    began = time.monotonic()
    try:
        process = Process(test, test.command)
    except OSError as error:
        return test.judge("notrun", "Unable to find executable", str(error))
    said = "".join(process.lines())
    took = time.monotonic() - began
    skips = test.properties.get("SKIP_REGULAR_EXPRESSION", [])
    if not process.late and (process.process.returncode == test.properties.get("SKIP_RETURN_CODE")
                             or any(re.search(skip, said) for skip in skips)):
        return test.judge("notrun", "SKIP", said, took)
    why = process.ended()
    return test.judge("fail" if why else "run", why, said, took)


def run_together(tests):
    """Tests of one GoogleTest program, in one process as long as that lives."""
    waiting = {test.case: test for test in tests}
    while waiting:
        first = next(iter(waiting.values()))
        command = [word for word in first.command if not word.startswith("--gtest_filter=")]
        try:
            process = Process(first, command + ["--gtest_filter=" + ":".join(waiting)])
        except OSError as error:
            for test in waiting.values():
                test.judge("notrun", "Unable to find executable", str(error))
            return
        now, said, began = None, [], 0.0
        for line in process.lines():
            if now is None:
                begin = BEGIN.match(line)
                if begin and begin[1] in waiting:
                    now, said, began = begin[1], [], time.monotonic()
                    process.alive()
            if now is None:
                said.append(line)
                continue
            said.append(line)
            verdict = VERDICT.search(line)
            if verdict and verdict[2] == now:
                test = waiting.pop(now)
                skips = verdict[1] == "SKIPPED"
                status = "notrun" if skips else "run" if "OK" in verdict[1] else "fail"
                test.judge(status, "SKIP" if skips else "Failed" if status == "fail" else "", "".join(said),
                           time.monotonic() - began)
                now, said = None, []
                process.alive()
        why = process.ended()
        if now is not None:  # it ended within a test
            waiting.pop(now).judge("fail", why or "ended before the test did", "".join(said), time.monotonic() - began)
        elif waiting or (why and all(test.status != "fail" for test in tests)):  # between tests, or after good ones
            for test in tests if why else waiting.values():
                run_command(test)
            if why and all(test.status != "fail" for test in tests):
                tests[-1].judge("fail", f"{why}, after tests that alone end well", "".join(said))
            return


def batches(tests):
    """Batches of neighbouring tests that may share a process, at most MOST_TOGETHER each; the costliest first."""
    found = []
    for test in tests:
        alone = not test.case or "alone" in test.properties.get("LABELS", [])
        last = found[-1] if found else None
        if not alone and last and last[0].case and len(last) < MOST_TOGETHER and last[0].shares_with(test) \
                and "alone" not in last[0].properties.get("LABELS", []):
            last.append(test)
        else:
            found.append([test])
    return sorted(found, key=lambda batch: -max(float(test.properties.get("COST", 0)) for test in batch))


def run(batch):
    if len(batch) == 1:
        run_command(batch[0])
    else:
        run_together(batch)


def run_all(found, parallel):
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not found:
                    return
                batch = found.pop(0)
            run(batch)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(parallel)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


# what XML 1.0 cannot hold
UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(tests, path):
    suite = xml.Element("testsuite", name=path.stem, tests=str(len(tests)))
    for test in tests:
        case = xml.SubElement(suite, "testcase", name=test.name, status=test.status, time=f"{test.took:.3f}")
        if test.status in ("fail", "notrun"):
            xml.SubElement(case, "failure" if test.status == "fail" else "skipped", message=test.why)
        xml.SubElement(case, "system-out").text = UNSPEAKABLE.sub("?", test.said)
    xml.ElementTree(suite).write(path, encoding="UTF-8", xml_declaration=True)


def main():
    build, path, parallel, seconds, *options = sys.argv[1:]
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options], capture_output=True, text=True)
    if listed.returncode:
        sys.exit(f"ctest does not say which tests there are\n{listed.stdout}{listed.stderr}")
    tests = [Test(entry, float(seconds)) for entry in json.loads(listed.stdout)["tests"]]
    for test in tests:
        if test.properties.get("DISABLED"):
            test.judge("disabled")
    threading.Thread(target=Process.watch, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        due = [test for test in tests if test.status is None]
        run_all(batches([test for test in due if test.serial]), 1)
        run_all(batches([test for test in due if not test.serial]), int(parallel))
    finally:
        with Process.lock:
            Process.stopped = True
            for process in Process.running:
                process.end()
    write(tests, pathlib.Path(path))
    for test in sorted(tests, key=lambda test: -test.took):
        print(f"{test.took:8.2f} s  {test.status}  {test.name}")


if __name__ == "__main__":
    main()
