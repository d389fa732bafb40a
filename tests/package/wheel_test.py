#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wheel_test.py: the installed package `satscope` against NumPy: every algorithm, type and form, boxes, refusals, pages of steps."""
import ast
import pathlib
import re
import subprocess
import sys

import numpy
import satscope

TYPES = {"8u32u": ("u1", "u4"), "8u32s": ("u1", "i4"), "8u64u": ("u1", "u8"), "8u64u-sq": ("u1", "u8"), "8u32f": ("u1", "f4"),
         "32s32s": ("i4", "i4"), "32u32u": ("u4", "u4"), "32f32f": ("f4", "f4"), "64f64f": ("f8", "f8")}
FORMS = {"inclusive": numpy.s_[1:, 1:], "exclusive": numpy.s_[:-1, :-1], "padded": numpy.s_[:, :]}
SIZES = [(1, 1), (1, 37), (41, 1), (13, 5), (127, 131)]
generator = numpy.random.default_rng(38)
wrong = []


def check(what, holds):
    if not holds:
        wrong.append(what)


def picture(dtype, shape):
    # whole numbers, so that floats are exact up to 2^24
    return generator.integers(0, 256, shape).astype(dtype)


def expected(pixels, entries, form, squares):
    wide = pixels.astype("f8" if entries[0] == "f" else "u8")
    wide = wide * wide if squares else wide
    padded = numpy.zeros((pixels.shape[0] + 1, pixels.shape[1] + 1), wide.dtype)
    padded[1:, 1:] = numpy.cumsum(numpy.cumsum(wide, axis=0), axis=1)
    return padded[FORMS[form]].astype(entries)


def refused(what, kind, words, call, *arguments, **options):
    """The call must raise this kind of exception with a sentence that has these words."""
    try:
        call(*arguments, **options)
    except kind as error:
        check(f"{what}: {error}", all(word in str(error) for word in words))
    else:
        check(f"{what} is taken", False)


class Other:
    """An array that is known by DLPack alone, as those of other libraries are."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def tables(where="", put=lambda array: array, got=lambda table: table):
    """Every algorithm, type and form against NumPy; put: an array to where the tables are made, got: a table from there."""
    ran = 0
    for algorithm in ["", *satscope.algorithms()]:
        for name, (pixels, entries) in TYPES.items():
            for form in FORMS:
                for shape in SIZES:
                    made = picture(pixels, shape)
                    try:
                        table = got(satscope.table(put(made), algorithm, form=form, type=name))
                    except RuntimeError as error:
                        check(f"{algorithm} {name}{where}: {error}", algorithm and "not supported" in str(error))
                        continue
                    ran += 1
                    right = expected(made, entries, form, name.endswith("-sq"))
                    check(f"{algorithm} {name} {form} {shape}{where}",
                          table.dtype == right.dtype and numpy.array_equal(table, right))
    check(f"only {ran} tables were made{where}", ran > 1000)
    print(f"{ran} tables{where}")


def arrays():
    large = picture("u1", (90, 120))
    right = expected(large, "u4", "inclusive", False)
    check("the default type of bytes", numpy.array_equal(satscope.table(large), right))
    check("a turned view", numpy.array_equal(satscope.table(large.T), right.T))
    check("every second pixel", numpy.array_equal(satscope.table(large[::2, ::3]), expected(large[::2, ::3], "u4", "inclusive", False)))
    check("an array of another library", numpy.array_equal(satscope.table(Other(large)), right))
    check("one thread", numpy.array_equal(satscope.table(large, threads=1), right))
    large.flags.writeable = False
    check("an array that is only read", numpy.array_equal(satscope.table(large), right))
    table = satscope.table(large)
    del large
    check("the table outlives its picture", numpy.array_equal(table, right))


def boxes():
    pixels = picture("u1", (30, 40))
    for form in FORMS:
        table = satscope.table(pixels, form=form)
        check(f"a box of a table, {form}", satscope.box(table, 3, 5, 20, 10, form=form) == int(pixels[5:15, 3:23].sum()))
    check("a box of floats", satscope.box(satscope.table(pixels.astype("f8")), 0, 0, 40, 30) == float(pixels.sum()))
    refused("a box beyond the picture", IndexError, ["40"], satscope.box, satscope.table(pixels), 30, 0, 20, 10)


def refusals():
    refused("a picture instead of its table", ValueError, ["int32"], satscope.box, picture("u1", (4, 4)), 0, 0, 2, 2)
    refused("a short", ValueError, ["uint8"], satscope.table, numpy.zeros((2, 2), "i2"))
    refused("three dimensions", ValueError, ["2", "dimensions"], satscope.table, numpy.zeros((2, 2, 3), "u1"))
    refused("no pixels", ValueError, ["1 to"], satscope.table, numpy.zeros((0, 3), "u1"))
    refused("an unknown algorithm", ValueError, ["serial"], satscope.table, numpy.zeros((2, 2), "u1"), "none")
    refused("an unknown form", ValueError, ["padded"], satscope.table, numpy.zeros((2, 2), "u1"), form="none")
    refused("another type", ValueError, ["8u32u"], satscope.table, numpy.zeros((2, 2), "u1"), type="64f64f")
    refused("fewer than no threads", ValueError, ["threads"], satscope.table, numpy.zeros((2, 2), "u1"), threads=-1)
    refused("an unknown algorithm of steps", ValueError, ["none"], satscope.steps, numpy.zeros((4, 4), "u1"), "none")


def on_gpu():
    """Tensors of PyTorch, where it has a GPU: every algorithm, type and form there, work that is still queued, refusals."""
    try:
        import torch
    except ImportError:
        return print("not tried: tensors on a GPU, because there is no PyTorch")
    if not torch.cuda.is_available():
        return print("not tried: tensors on a GPU, because PyTorch has none")
    there = lambda array: torch.from_numpy(array).to("cuda")

    def back(table):
        check(f"a table of a tensor on the GPU is {table.__class__}", isinstance(table, torch.Tensor) and table.is_cuda)
        return table.cpu().numpy()

    tables(f" on {torch.cuda.get_device_name()}", there, back)
    large = picture("u1", (1080, 1920))
    right = expected(large, "u4", "inclusive", False)
    late = torch.zeros(large.shape, dtype=torch.uint8, device="cuda")
    source = there(large)
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        torch.cuda._sleep(1_000_000_000)  # cycles: half a second
        late.copy_(source)
        queued = satscope.table(late)
        check("what is still queued is waited for", numpy.array_equal(queued.cpu().numpy(), right))
        doubled = satscope.table(source, type="8u32s") * 2  # used in a stream of its own
        check("a table is complete on return", numpy.array_equal(doubled.cpu().numpy(), right.astype("i4") * 2))
    del late
    for address in (1, 3, 8):  # not where the kernels read 16 bytes at once
        part = source.flatten()[address:address + 1000 * 1000].view(1000, 1000)
        check(f"a picture {address} bytes into a tensor", numpy.array_equal(
            satscope.table(part).cpu().numpy(), expected(part.cpu().numpy(), "u4", "inclusive", False)))
    refused("a turned view on the GPU", ValueError, ["contiguous"], satscope.table, source.T)
    refused("a table on the GPU", RuntimeError, ["cpu()"], satscope.box, satscope.table(source), 0, 0, 2, 2)
    refused("a short on the GPU", ValueError, ["uint8"], satscope.table, source.to(torch.int16))


def pages():
    page = satscope.steps(numpy.arange(16, dtype="u1").reshape(4, 4), "serial", form="padded")
    check("a page of steps", page.text.startswith("<!") and "serial" in page.text.lower())
    check("a notebook shows it", page._repr_html_().startswith("<iframe srcdoc="))


def files():
    folder = pathlib.Path(satscope.__file__).parent
    stub = ast.parse((folder / "_kernels.pyi").read_text())
    named = {node.name for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)}
    check(f"the stub names {named}", named >= {"table", "box", "algorithms"} and (folder / "py.typed").exists())
    program = pathlib.Path(sys.executable).parent / "satscope"
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout if program.exists() else "nothing"
    check(f"the program beside Python says {said}", re.match(r"satscope \d+\.\d+\.\d+", said))


for part in (tables, arrays, boxes, refusals, on_gpu, pages, files):
    part()
print("\n".join(wrong[:20]) or "the package does what NumPy does")
sys.exit(bool(wrong))
