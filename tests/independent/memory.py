# SPDX-License-Identifier: Apache-2.0
"""Executes the steps of a trace on a memory of its own, from docs/trace.schema.json alone."""


class Wrong(Exception):
    """What a trace states and its steps do not give."""


def same(a, b):
    return a == b or (a != a and b != b) or (a is None and b is None)  # a number that is none is written as null


class Memory:
    def __init__(self, trace):
        self.buffers = trace["buffers"]
        self.values = []
        for number, buffer in enumerate(self.buffers):
            if buffer["id"] != number:
                raise Wrong(f"buffer {number} is called {buffer['id']}")
            width, height = buffer["shape"]
            values = [0] * (width * height) if buffer["start"] is None else list(buffer["start"])
            if len(values) != width * height:
                raise Wrong(f"{buffer['name']} starts with {len(values)} of {width * height} values")
            self.values.append(values)

    def check_place(self, step, access):
        buffer = self.buffers[access["buffer"]]
        if buffer["pass"] not in (-1, step["pass"]) or buffer["block"] not in (-1, step["block"]):
            raise Wrong(f"'{step['label']}' touches {buffer['name']} of another block")
        if not access["index"] < len(self.values[access["buffer"]]):
            raise Wrong(f"'{step['label']}' touches {buffer['name']}[{access['index']}]")
        if not access["thread"] < step["threads"]:
            raise Wrong(f"'{step['label']}' has no thread {access['thread']}")

    def execute(self, step):
        """Checks each old value and each value read. Reads and writes of a step are each in the order of time, but not told among
        one another: the reads of a place must show what it held, one value after the other."""
        held = {}  # of each place written here: its values, from the start of the step on
        for write in step["writes"]:
            self.check_place(step, write)
            buffer, index = place = write["buffer"], write["index"]
            now = self.values[buffer][index]
            if not same(now, write["old"]):
                raise Wrong(f"'{step['label']}' replaces {write['old']} in {self.buffers[buffer]['name']}[{index}], which holds {now}")
            held.setdefault(place, [now]).append(write["new"])
            self.values[buffer][index] = write["new"]
        position = {}
        for read in step["reads"]:
            self.check_place(step, read)
            buffer, index = place = read["buffer"], read["index"]
            values = held.get(place) or [self.values[buffer][index]]
            at = position.get(place, 0)
            while at < len(values) and not same(values[at], read["value"]):
                at += 1
            if at == len(values):
                raise Wrong(f"'{step['label']}' reads {read['value']} from {self.buffers[buffer]['name']}[{index}], which holds {values}")
            position[place] = at
