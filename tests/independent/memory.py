# SPDX-License-Identifier: Apache-2.0
"""Plays the steps of a trace on its buffers and checks each value read or overwritten."""


class Wrong(Exception):
    """The trace contradicts itself."""


class Memory:
    """What all buffers hold; null, for no finite number, is None."""

    def __init__(self, trace):
        self.buffers = trace["buffers"]
        self.values = [start_of(number, buffer) for number, buffer in enumerate(self.buffers)]
        self.done = 0

    def execute(self, step):
        """Makes the writes of a step and checks what it reads and overwrites."""
        name = f"step {self.done} ({step['label']})"
        held = self._write(step, name)
        for read in step["reads"]:
            self._check_place(step, read, name)
            place = read["buffer"], read["index"]
            value = read["value"]
            if value != self.values[place[0]][place[1]] and value not in held.get(place, ()):
                raise Wrong(f"{name}: thread {read['thread']} reads {value} from {self._place(read)}, "
                            "which does not hold it then.")
        self.done += 1

    def _write(self, step, name):
        """Each place written, with all that it held in the step but its last value."""
        held = {}
        for write in step["writes"]:
            self._check_place(step, write, name)
            values, index = self.values[write["buffer"]], write["index"]
            if write["old"] != values[index]:
                raise Wrong(f"{name}: thread {write['thread']} overwrites {write['old']} in {self._place(write)}, "
                            f"which holds {values[index]}.")
            held.setdefault((write["buffer"], index), []).append(values[index])
            values[index] = write["new"]
        return held

    def _check_place(self, step, access, name):
        if not 0 <= access["buffer"] < len(self.buffers):
            raise Wrong(f"{name}: there is no buffer {access['buffer']}.")
        buffer = self.buffers[access["buffer"]]
        if not 0 <= access["index"] < len(self.values[access["buffer"]]):
            raise Wrong(f"{name}: {self._place(access)} is beyond its buffer.")
        if not 0 <= access["thread"] < step["threads"]:
            raise Wrong(f"{name}: there is no thread {access['thread']}.")
        if buffer["pass"] not in (-1, step["pass"]) or buffer["block"] not in (-1, step["block"]):
            raise Wrong(f"{name}: {self._place(access)} belongs to another pass or block.")

    def _place(self, access):
        return f"{self.buffers[access['buffer']]['name']}[{access['index']}]"


def start_of(number, buffer):
    """What a buffer holds before the first step."""
    if buffer["id"] != number:
        raise Wrong(f"Buffer {number} has the id {buffer['id']}.")
    size = buffer["shape"][0] * buffer["shape"][1]
    start = [0] * size if buffer["start"] is None else list(buffer["start"])
    if len(start) != size:
        raise Wrong(f"Buffer {number} starts with {len(start)} values, and has room for {size}.")
    return start
