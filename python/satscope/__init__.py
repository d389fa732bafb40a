# SPDX-License-Identifier: Apache-2.0
"""Summed-area tables of arrays, and their algorithms step by step.

    import numpy, satscope
    table = satscope.table(numpy.arange(12, dtype=numpy.uint8).reshape(3, 4))
    satscope.box(table, x=1, y=1, width=2, height=2)      # four reads
    satscope.steps(numpy.eye(8, dtype=numpy.uint8), "single-pass")    # in a notebook: a page to play

The program itself is on the PATH as `satscope`.
"""
from __future__ import annotations

import html
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

try:
    from ._kernels import algorithms, box as _box, table as _table, table_on_gpu as _table_on_gpu
except ModuleNotFoundError as missing:
    if missing.name != f"{__name__}._kernels":
        raise

    def _table(*_: Any) -> Any:
        raise NotImplementedError("tables of arrays are not supported here: this package has the program and steps() alone")

    algorithms = _box = _table_on_gpu = _table

__all__ = ["table", "box", "steps", "algorithms", "Page"]


def _is_on_gpu(array: Any) -> bool:
    device = getattr(array, "__dlpack_device__", None)
    cuda = 2  # DLPack's number
    return device is not None and device()[0] == cuda


def table(picture: Any, algorithm: str = "", *, form: str = "inclusive", type: str = "", threads: int = 0) -> Any:
    """The summed-area table of a picture: an array with two dimensions of uint8, int32, uint32, float32 or float64.

    picture: a NumPy array, or anything that speaks DLPack, such as a tensor of PyTorch. It is not copied if its rows follow each other.
    On a GPU they must, and the table stays there: an array of the same library, complete on return. What that library has queued for the
    picture is waited for.
    algorithm: one of algorithms(); the default is the fastest.
    form: inclusive (entry (y, x) includes that pixel), exclusive, or padded (a first row and column of zeros).
    type: pixels and entries, such as 8u64u; the default for uint8 is 8u32u. Integers wrap around.
    threads: of the CPU; 0: as many as help.
    """
    if _is_on_gpu(picture):
        made = _table_on_gpu(picture, algorithm, form, type)
        library = sys.modules.get(picture.__class__.__module__.partition(".")[0])
        return getattr(library, "from_dlpack", lambda array: array)(made)
    return _table(picture, algorithm, form, type, threads)


def box(table: Any, x: int, y: int, width: int, height: int, *, form: str = "inclusive") -> int | float:
    """The sum of the pixels in a box, by four reads of its table. Columns are x, rows are y."""
    return _box(table, x, y, width, height, form)


class Page:
    """A web page that needs nothing else. A notebook shows it in a frame of its own."""

    def __init__(self, text: str, height: int = 760):
        self.text = text
        self.height = height

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.text, quote=True)}" sandbox="allow-scripts" '
                f'style="width:100%;height:{self.height}px;border:0"></iframe>')

    def save(self, path: str | os.PathLike[str]) -> None:
        pathlib.Path(path).write_text(self.text, encoding="utf-8")


def _program() -> str:
    """The program of this package, else one on the PATH."""
    name = "satscope-cli.exe" if sys.platform == "win32" else "satscope"
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.path.exists(path):
            return path
    found = shutil.which(name)
    if not found:
        raise RuntimeError("the program satscope is not installed; install this package again")
    return found


def steps(picture: Any, algorithm: str, **options: Any) -> Page:
    """The steps of an algorithm on these numbers, as a page: steps(array, "single-pass", form="padded").

    picture: numbers in rows, at most 64 of them in each direction. options: those of `satscope steps --help`, without their dashes.
    """
    rows = getattr(picture, "tolist", lambda: picture)()
    with tempfile.TemporaryDirectory() as folder:
        numbers = pathlib.Path(folder, "picture.csv")
        page = pathlib.Path(folder, "steps.html")
        numbers.write_text("".join(",".join(map(repr, row)) + "\n" for row in rows))
        words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
        done = subprocess.run([_program(), "steps", str(numbers), "--algorithm", algorithm, "-o", str(page), *words], capture_output=True,
                              encoding="utf-8")
        if done.returncode:
            raise ValueError(done.stderr.strip().removeprefix("satscope: "))
        return Page(page.read_text(encoding="utf-8"))
