#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wheel.py BUILT FOLDER VERSION LICENCES: packs the program and the module of the build folder BUILT into a wheel in FOLDER. Of a build for
Windows it packs the programs alone, because the module is built for Linux only (docs/platforms.md).

LICENCES is a file with the text of `satscope --licences`. A wheel is a zip file with a list of what is in it (PEP 427); pip puts the
program into the folder of programs. SOURCE_DATE_EPOCH is the time of its files."""
import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def stripped(path):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        subprocess.run(["strip", "-o", out, path], check=True)
        return out.read_bytes()


def tag_of(module):
    """_kernels.cpython-311-x86_64-linux-gnu.so serves Python 3.11, _kernels.abi3.so 3.12 and later."""
    middle = module.name.split(".")[1]
    python = "cp312-abi3" if middle == "abi3" else "cp{0}-cp{0}".format(middle.split("-")[1])
    return f"{python}-manylinux_2_34_x86_64"


def compiled(built, scripts):
    """The tag of the wheel, and the files in it that were compiled."""
    if (built / "satscope.exe").exists():
        return "py3-none-win_amd64", {f"{scripts}/{name}": (built / name).read_bytes() for name in ("satscope.exe", "satscope-cli.exe")}
    module, = (built / "python/satscope").glob("_kernels.*.so")
    return tag_of(module), {f"{scripts}/satscope": stripped(built / "satscope"), f"satscope/{module.name}": stripped(module),
                            "satscope/_kernels.pyi": (built / "python/satscope/_kernels.pyi").read_bytes()}


def main():
    built, folder, version, licences = map(pathlib.Path, sys.argv[1:])
    tag, programs = compiled(built, f"satscope-{version}.data/scripts")
    needs = "" if tag.startswith("py3-") else "Requires-Dist: numpy\n"
    info = f"satscope-{version}.dist-info"
    readme = (HERE.parent / "python/README.md").read_text()
    files = {**programs,
             **{f"satscope/{name}": (HERE / "satscope" / name).read_bytes() for name in ("__init__.py", "py.typed")},
             f"{info}/LICENSE": licences.read_bytes(),
             f"{info}/METADATA": (f"Metadata-Version: 2.1\nName: satscope\nVersion: {version}\n"
                                  "Summary: Summed-area tables of arrays, and their algorithms step by step\nLicense: Apache-2.0\n"
                                  f"Requires-Python: >=3.9\n{needs}Description-Content-Type: text/markdown\n\n{readme}").encode(),
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: satscope\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()}
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b'=').decode()},{len(body)}\n"
                     for name, body in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))[:6]
    out = folder / f"satscope-{version}-{tag}.whl"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, body in files.items():
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(entry, body)
    print(out)


if __name__ == "__main__":
    main()
