#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""install_test.py CMAKE BUILD: cmake --install makes a program that needs no other folder, and what a desktop needs.

The example of docs/library.md is built against it. It runs, finds its modules in lib/satscope, has no path of this machine in its RUNPATH, and its man page is that of `describe`.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml


def output(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})


def desktop_problems(prefix):
    """What the desktop file, the MIME type, the icon and the AppStream data say of each other."""
    entry = dict(line.split("=", 1) for line in (prefix / "share/applications/satscope.desktop").read_text().splitlines() if "=" in line)
    mime = xml.parse(prefix / "share/mime/packages/satscope.xml").getroot()
    types = [node.get("type") for node in mime if node.tag.endswith("mime-type")]
    if entry["Exec"].split()[0] != "satscope" or not (prefix / "bin/satscope").exists():
        yield f"the desktop file starts {entry['Exec']}"
    if not (prefix / f"share/icons/hicolor/scalable/apps/{entry['Icon']}.svg").exists():
        yield f"there is no icon {entry['Icon']}"
    for name in types:
        if name not in entry["MimeType"].split(";"):
            yield f"the desktop file does not open {name}"
    metainfo = xml.parse(prefix / "share/metainfo/io.github.satscope.satscope.metainfo.xml").getroot()
    if metainfo.findtext("launchable") != "satscope.desktop" or metainfo.findtext("provides/mediatype") not in types:
        yield "the AppStream data name another desktop file or type"
    xml.parse(prefix / "share/icons/hicolor/scalable/apps/satscope.svg")


def library_problems(cmake, build, prefix, folder):
    """The example of docs/library.md, built outside of the tree with CMake and with pkg-config, prints what the text says."""
    # because: a library built for a sanitizer needs its flags where it is linked, too
    flags = re.search(r"^CMAKE_CXX_FLAGS:\w+=(.*)$", pathlib.Path(build, "CMakeCache.txt").read_text(), re.MULTILINE)[1]
    text = (pathlib.Path(__file__).parents[2] / "docs/library.md").read_text()
    program, kept, refused = re.findall(r"```cpp\n(.*?)```", text, re.DOTALL)
    project = re.search(r"```cmake\n(.*?)```", text, re.DOTALL)[1]
    for file, shown in {"main.cpp": program, "CMakeLists.txt": project}.items():
        if (prefix / "share/doc/satscope/docs/example" / file).read_text().split("\n", 1)[1] != shown:
            yield f"docs/library.md shows another {file} than docs/example has"
    wanted = re.search(r"It prints (\d+)", text)[1]
    source = folder / "sums"
    source.mkdir()
    (source / "main.cpp").write_text(program)
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", *shlex.split(flags)]
    place = next(prefix.rglob("satscope.pc")).parent
    needs_cuda = "-lcudart_static" in packaged(place, "satscope")
    for component, package in {"cpu": "satscope-cpu", "kernels": "satscope"}.items():
        (source / "CMakeLists.txt").write_text(project.replace("COMPONENTS cpu", f"COMPONENTS {component}").replace("::cpu", f"::{component}"))
        built = source / component
        hidden = ["-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON"] if component == "cpu" else []
        output(cmake, "-S", source, "-B", built, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={flags}", *hidden)
        output(cmake, "--build", built)
        output(*compiler, source / "main.cpp", *packaged(place, package), "-o", folder / package)
        for how, made in {"find_package": built / "sums", "pkg-config": folder / package}.items():
            if (said := output(made).stdout.strip()) != wanted:
                yield f"with {how} for {component} the example prints {said}, not {wanted}"
            has_cuda = "cuda" in output("nm", "-C", made).stdout.lower()
            if "satscope::Traced<" in output("nm", "-C", made).stdout:
                yield f"with {how} for {component} the example, which makes no trace, has the kernels for traces"
            if has_cuda != (needs_cuda and component == "kernels"):
                yield f"with {how} for {component} the example has {'' if has_cuda else 'no '}code of CUDA"
    (source / "CMakeLists.txt").write_text(project)
    yield from shared_problems(cmake, prefix, folder, flags, wanted)
    needed = packaged(place, "satscope-cpu")
    (source / "kept.cpp").write_text(kept)
    output(*compiler, source / "kept.cpp", *needed, "-o", folder / "kept")
    if (said := output(folder / "kept").stdout.strip()) != wanted:
        yield f"the example with an engine prints {said}, not {wanted}"
    (source / "refused.cpp").write_text(refused)
    output(*compiler, source / "refused.cpp", *needed, "-o", folder / "refused")
    if "not supported" not in (said := output(folder / "refused").stdout):
        yield f"the example of what can fail says {said}"
    without = folder / "without"
    without.mkdir()
    (without / "CMakeLists.txt").write_text(project)
    failed = subprocess.run([cmake, "-S", without, "-B", without / "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-DSATSCOPE_HWY=OFF",
                             "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON"], capture_output=True, text=True)
    if "-lhwy" in needed and (not failed.returncode or "libhwy-dev" not in failed.stderr):
        yield f"without Highway, CMake says {failed.stderr}"
    for component, says in {"kernels": "satscope COMPONENTS cpu", "gpus": "it has cpu and kernels"}.items():
        (without / "CMakeLists.txt").write_text(project.replace("COMPONENTS cpu", f"COMPONENTS {component}"))
        failed = subprocess.run([cmake, "-S", without, "-B", without / component, f"-DCMAKE_PREFIX_PATH={prefix}",
                                 "-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON"], capture_output=True, text=True)
        if (needs_cuda or component != "kernels") and (not failed.returncode or says not in " ".join(failed.stderr.split())):
            yield f"for the component {component} without CUDA, CMake says {failed.stderr}"
    if any(word.startswith("/") and word.endswith(".a") for word in needed + packaged(place, "satscope")):
        yield f"pkg-config names a library of this machine: {needed}"


def packaged(place, package):
    """What pkg-config adds to the compiler's command line."""
    return shlex.split(output("pkg-config", "--cflags", "--libs", package, PKG_CONFIG_PATH=str(place)).stdout)


def header_problems(prefix):
    """Each installed header compiles alone, by every compiler that is here: GCC, and clang from version 14 on. As C++17 it has one sentence."""
    found = (shutil.which(one) for one in ("g++", "clang++-14", "clang++-15", "clang++-16", "clang++"))
    compilers = sorted({os.path.realpath(one) for one in found if one})
    headers = sorted((prefix / "include/satscope/kernels").rglob("*.h"))
    if len(headers) < 30:
        yield f"only {len(headers)} headers are installed"

    def compile_alone(one):
        compiler, header = one
        name = header.relative_to(prefix)

        def errors(standard):
            ran = subprocess.run([compiler, f"-std={standard}", "-fsyntax-only", "-x", "c++", "-I", prefix / "include", "-include", header,
                                  "/dev/null"], capture_output=True, text=True)
            return re.findall(r"^.*: (?:fatal )?error: .*$", ran.stderr, re.MULTILINE) or ([ran.stderr] if ran.returncode else [])

        if as_20 := errors("c++20"):
            return f"{compiler} cannot take {name} alone: {as_20[0]}"
        as_17 = errors("c++17")  # the sentence, and the file that is not there, which ends it
        if len(as_17) != 2 or "satscope's headers need C++20" not in as_17[0]:
            return f"{compiler} says of {name} as C++17: {as_17[:3]}"
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(compile_alone, [(compiler, header) for compiler in compilers for header in headers]))


def shared_problems(cmake, prefix, folder, flags, wanted):
    """A shared library that contains the library can be linked, and loaded by a program that knows nothing of it."""
    source = folder / "shared"
    source.mkdir()
    (source / "sums.cpp").write_text(SHARED)
    (source / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.25)
project(shared LANGUAGES CXX)
find_package(satscope REQUIRED COMPONENTS cpu)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
add_library(sums MODULE sums.cpp)
target_link_libraries(sums PRIVATE satscope::cpu)
""")
    output(cmake, "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={flags}")
    built = subprocess.run([cmake, "--build", source / "build"], capture_output=True, text=True)
    if built.returncode:
        yield f"no shared library can be linked: {built.stdout[-500:]}{built.stderr[-500:]}"
        return
    module = next((source / "build").glob("libsums.*"))
    shown = output("nm", "-D", "-C", "--defined-only", module).stdout
    if "satscope::" in shown or "hwy::" in shown:
        yield f"the shared library shows symbols of ours: {shown[:500]}"
    said = subprocess.run([sys.executable, "-c", f"import ctypes; print(ctypes.CDLL('{module}').sum_of_a_box())"], capture_output=True, text=True)
    # because: a sanitizer must be loaded before Python
    if "sanitize" not in flags and said.stdout.strip() != wanted:
        yield f"the shared library says {said.stdout} {said.stderr[-300:]}, not {wanted}"


SHARED = """#include <satscope/kernels/summed_area_table.h>

#include <cstdint>
#include <vector>

extern "C" __attribute__((visibility("default"))) unsigned sum_of_a_box() {
  const std::vector<std::uint8_t> picture{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const auto table = satscope::summed_area_table<std::uint32_t>(picture, 4, 3, satscope::Form::padded);
  const auto entry = [&](int x, int y) { return table[y * 5 + x]; };
  return entry(3, 3) - entry(3, 1) - entry(1, 3) + entry(1, 1);
}
"""


def main():
    cmake, build = sys.argv[1:]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "a place" / "usr"
        output(cmake, "--install", build, "--prefix", str(prefix))
        program = prefix / "bin/satscope"
        if output(program, "--version").stdout != output(f"{build}/satscope", "--version").stdout:
            wrong.append("it is another version")
        picture = pathlib.Path(folder) / "one.hdr"
        picture.write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x80\x80\x80")
        for module, command in {"opencv": ["list"], "openimageio": ["box", picture, "0", "0", "1", "1"]}.items():
            file = f"libsatscope_{module}.so"
            if not os.path.exists(f"{build}/{file}"):
                continue
            loaded = subprocess.run([program, *command], capture_output=True, text=True, env={**os.environ, "LD_DEBUG": "files"}).stderr
            if not any("calling init" in line and str(prefix) in line and f"/satscope/{file}" in line for line in loaded.splitlines()):
                wrong.append(f"{file} is not loaded from lib/satscope")
        dynamic = output("readelf", "-d", program).stdout
        if "(RUNPATH)" in dynamic or "(RPATH)" in dynamic:
            wrong.append(f"it looks for libraries in a path of this machine: {dynamic}")
        for page, of in {"satscope": [], "satscope-bench": ["bench"]}.items():
            if (prefix / f"share/man/man1/{page}.1").read_text() != output(program, "describe", "man", *of).stdout:
                wrong.append(f"the man page {page} is not that of `satscope describe man`")
        for file in ("bash-completion/completions/satscope", "zsh/site-functions/_satscope", "fish/vendor_completions.d/satscope.fish"):
            if not (prefix / "share" / file).stat().st_size:
                wrong.append(f"{file} is empty")
        texts = prefix / "share/doc/satscope"
        for schema in (pathlib.Path(__file__).parents[2] / "docs").glob("*.schema.json"):
            if not (texts / "docs" / schema.name).exists():
                wrong.append(f"{schema.name} is not installed")
        for page in ("README.md", "docs/guide.md", "docs/library.md", "docs/lab.md"):
            for link in re.findall(r"\]\(([^)#: ]+)\)", (texts / page).read_text()):
                if not (texts / page).parent.joinpath(link).exists():
                    wrong.append(f"the installed {page} links to {link}, which is not installed")
        wrong += header_problems(prefix)
        wrong += library_problems(cmake, build, prefix, pathlib.Path(folder))
        if (prefix / "share/applications").exists():
            wrong += desktop_problems(prefix)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
