# SPDX-License-Identifier: Apache-2.0
"""The tree as the checks see it: the files that belong to the project, without what is built."""
import pathlib
import subprocess


def files(root):
    """Paths relative to root, as text: what git tracks or would track; without git everything but build folders."""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                capture_output=True, check=True).stdout.decode().split("\0")
        listed = [name for name in listed if name and (pathlib.Path(root) / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        listed = []
    if not listed:
        listed = [str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*")
                  if path.is_file() and path.relative_to(root).parts[0] not in ("build", ".git")]
    return sorted(set(listed))


def text(root, name):
    """The text of a file, or None for a binary one."""
    try:
        return (pathlib.Path(root) / name).read_text()
    except UnicodeDecodeError:
        return None


def texts(root):
    """Pairs of name and text."""
    for name in files(root):
        content = text(root, name)
        if content is not None:
            yield name, content


CPP = (".cpp", ".h", ".cu", ".cuh", ".cc", ".hpp")


def cpp(root):
    return ((name, content) for name, content in texts(root) if name.endswith(CPP))
