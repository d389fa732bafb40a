# SPDX-License-Identifier: Apache-2.0
"""The table that a trace ends with against numpy's cumulative sums."""
import numpy

from memory import Wrong

DTYPES = {"u8": numpy.uint8, "s32": numpy.int32, "u32": numpy.uint32, "u64": numpy.uint64, "f32": numpy.float32, "f64": numpy.float64}


def expected(trace, picture):
    """In 64 bits, wrapped to the type of the table."""
    width, height = trace["picture"]
    dtype = DTYPES[trace["buffers"][trace["table"]]["type"]]
    wide = numpy.float64 if numpy.issubdtype(dtype, numpy.floating) else numpy.int64
    pixels = numpy.array(picture, dtype=wide).reshape(height, width)
    if trace["type"].endswith("-sq"):
        pixels = pixels * pixels
    sums = numpy.zeros((height + 1, width + 1), dtype=wide)
    sums[1:, 1:] = pixels.cumsum(axis=0, dtype=wide).cumsum(axis=1, dtype=wide)
    form = {"inclusive": sums[1:, 1:], "exclusive": sums[:-1, :-1], "padded": sums}[trace["form"]]
    return form.astype(dtype)


def picture_of(trace):
    """What the one buffer that does not start with zeros starts with."""
    width, height = trace["picture"]
    starts = [b["start"] for b in trace["buffers"] if b["start"] is not None]
    if len(starts) > 1:
        raise Wrong(f"{len(starts)} buffers start with values; one picture is")
    return starts[0] if starts else [0] * (width * height)


def check(trace, memory):
    wanted = expected(trace, picture_of(trace))
    buffer = trace["buffers"][trace["table"]]
    if [wanted.shape[1], wanted.shape[0]] != buffer["shape"]:
        raise Wrong(f"the table has the shape {buffer['shape']}")
    table = numpy.array(memory.values[trace["table"]], dtype=wanted.dtype).reshape(wanted.shape)
    exact = not numpy.issubdtype(wanted.dtype, numpy.floating)
    rounding = 0 if exact else numpy.finfo(wanted.dtype).eps * sum(wanted.shape) * numpy.abs(wanted).max()
    wrong = table != wanted if exact else ~(numpy.abs(table - wanted) <= rounding)
    if wrong.any():
        y, x = numpy.argwhere(wrong)[0]
        raise Wrong(f"the table holds {table[y, x]} at {x},{y}; numpy has {wanted[y, x]}, and {wrong.sum()} entries differ")
    if not trace["result_matches"]:
        raise Wrong("the table is right and the trace says that it is not")
