# SPDX-License-Identifier: Apache-2.0
"""What begins with #! can be executed, and nothing else."""
import os
import pathlib

import tree


def problems(root):
    for name in tree.files(root):
        path = pathlib.Path(root) / name
        is_script = path.read_bytes()[:2] == b"#!"
        if is_script and not os.access(path, os.X_OK):
            yield f"{name} begins with #! but is not executable"
        if not is_script and os.access(path, os.X_OK) and path.stat().st_mode & 0o111:
            yield f"{name} is executable but is no script"


CONTROLS = [{"run": "#!/bin/sh\n"}]
FINE = {"README.md": "text\n"}
