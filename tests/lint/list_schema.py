#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `satscope list --json` prints is what docs/list.schema.json says, and the schema refuses what is not.

usage: list_schema.py SATSCOPE
Exit 0: so it is; 77: this Python has no jsonschema.
"""
import copy
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: this Python has no jsonschema")
    sys.exit(77)

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "list.schema.json").read_text())
# what is listed, and a change of each list that makes it wrong
KINDS = {
    (): ("algorithms", lambda one: one.pop("natural_form")),
    ("--filters",): ("filters", lambda one: one["params"][0].update(kind="text")),
    ("--lessons",): ("lessons", lambda one: one.update(minutes=0)),
    ("--papers",): ("papers", lambda one: one.pop("opens")),
    ("--published",): ("times", lambda one: one.update(ms="fast")),
}


def main():
    program = sys.argv[1]
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    check = jsonschema.Draft202012Validator(SCHEMA)
    for words, (kind, spoil) in KINDS.items():
        listed = json.loads(subprocess.run([program, "list", *words, "--json"], capture_output=True, check=True).stdout)
        check.validate(listed)
        assert listed[kind], f"{kind} is empty"
        for change in (
            lambda whole: spoil(whole[kind][0]),
            lambda whole: whole[kind][0].update(speed="fast"),
            lambda whole: whole.pop("version"),
            lambda whole: whole.update(headline="a list"),
        ):
            wrong = copy.deepcopy(listed)
            change(wrong)
            assert not check.is_valid(wrong), f"{kind}: the schema takes what is wrong"


if __name__ == "__main__":
    main()
