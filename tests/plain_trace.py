#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plain_trace.py FILE...: takes of traces what compilers count differently, the columns of the source and the bytes of memory, and puts
what a thread reads in a step in one order, because C++ leaves it to the compiler."""
import json
import sys

for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        trace = json.load(file)
    del trace["bytes"]
    for step in trace["steps"]:
        for kind in ("reads", "writes"):
            for access in step[kind]:
                access.pop("column", None)
            step[kind].sort(key=lambda access: json.dumps(access, sort_keys=True))
    with open(name, "w", encoding="utf-8") as file:
        json.dump(trace, file, sort_keys=True)
