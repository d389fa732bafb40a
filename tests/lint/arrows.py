# SPDX-License-Identifier: Apache-2.0
"""Includes point downward only: app -> kernels, never back; within app/ down the order of its folders; within kernels/ from simt/
to trace/. Foreign headers stay in the folders that own them."""
import re

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)

CUDA = re.compile(r"^(cuda|cub/|thrust/|cooperative_groups|npp|nvToolsExt|nvtx3/|device_launch_parameters|cu\w*_gl_interop)")
WINDOW = re.compile(r"^(GL/|GLES|EGL/|KHR/|GLFW/|epoxy/|imgui|X11/)")

SYSTEM = re.compile(r"^(unistd|fcntl|poll|sched|pthread|dlfcn|ucontext|elf|link|termios|signal|pwd|glob|dirent|emscripten(/\w+)?|sys/\w+|linux/\w+|"
                    r"X11/\w+|epoxy/egl|EGL/\w+|windows|winver|io|shlobj|shellapi|knownfolders|dwmapi|GLFW/glfw3native)(\.h)?$")

# kind of header -> where it may be included; the Lab's own headers have names of CUDA
ALLOWED = {
    "a CUDA header": (CUDA, re.compile(r"^(kernels/|tests/(kernels|twins|lab)/|app/render/interop\.cu$|app/lab/gpu/timing\.cu$|app/lab/runtime/include/)")),
    "a header of the window": (WINDOW, re.compile(r"^(app/(?!commands/|sources/)|tests/window/)")),
    "a header of one system": (SYSTEM, re.compile(r"^(.*_(posix|web|windows)\.cpp$|app/(lab/runtime/|lab/gpu/timing\.cu$|portable/)|tests/)")),
    "a header of the app": (re.compile(r"^app/"), re.compile(r"^(app|tests)/")),
    "a header of the tests": (re.compile(r"^tests/"), re.compile(r"^tests/")),
}

# The folders of app/, the lowest first. Each may include what is before it, and a workspace none of the others.
ORDER = ["core", "sources", "published", "plot", "bench", "lessons", "lab", "session", "render", "pipeline", "ui", "workspaces", "window", "commands", "main.cpp"]
# because: what builds without a window must not reach into the parts that need one; these may be included
WINDOW_ONLY = ORDER[ORDER.index("session"):ORDER.index("commands")]
OPEN = ("app/window/window.h", "app/session/", "app/workspaces/list.h", "app/workspaces/steps/export/pictures.h",
        "app/workspaces/steps/settings.h", "app/workspaces/steps/views/list.h")


def within_app(name, header):
    """What is wrong with this include of one file of app/ by another; None if nothing is."""
    above, below = name.split("/"), header.split("/")
    if above[1] not in ORDER or below[1] not in ORDER:
        return f"'{above[1] if above[1] not in ORDER else below[1]}' has no place in the order of app/"
    if ORDER.index(above[1]) < ORDER.index(below[1]):
        return f"{below[1]} is above {above[1]}"
    if above[1] == "window" and below[1] == "workspaces" and below[2] != "list.h":
        return "the window knows workspaces by their list alone"
    if above[1] == below[1] == "workspaces" and above[2] != below[2] and below[2] != "list.h":
        return "workspaces do not know each other"
    if above[1] in ("commands", "main.cpp") and below[1] in WINDOW_ONLY and not header.startswith(OPEN):
        return "what builds without a window must not need one"
    return None


def within_kernels(name, header):
    """What is wrong with this include of one file of kernels/ by another; None if nothing is."""
    if name.startswith("kernels/trace/") and header.startswith("kernels/simt/"):
        return "a machine records into a trace, and a trace knows no machine; what both need lies in kernels/ itself"
    return None


def problems(root):
    for name, content in tree.cpp(root):
        for header in INCLUDE.findall(content):
            for kind, (is_one, may) in ALLOWED.items():
                if is_one.match(header) and not may.match(name):
                    yield f"{name} includes {header}: {kind} is not allowed there"
            if name.startswith("app/") and header.startswith("app/"):
                wrong = within_app(name, header)
            else:
                wrong = within_kernels(name, header)
            if wrong:
                yield f"{name} includes {header}: {wrong}"


CONTROLS = [
    {"kernels/a.h": '#include "app/pipeline/frame.h"\n'},
    {"kernels/trace/a.h": '#include "kernels/simt/simt.h"\n'},
    {"kernels/simt/a.h": "#include <epoxy/gl.h>\n"},
    {"kernels/a.cpp": "#  include <GLFW/glfw3.h>\n"},
    {"kernels/a.cpp": "#include <imgui.h>\n"},
    {"kernels/a.cpp": '#include "tests/kernels/a.h"\n'},
    {"app/pipeline/frame.cpp": "#include <cuda_runtime.h>\n"},
    {"app/render/interop.cpp": "#include <cuda_gl_interop.h>\n"},
    {"app/commands/bench/bench.cpp": "#include <cub/cub.cuh>\n"},
    {"app/commands/shot.cpp": "#include <epoxy/egl.h>\n"},
    {"app/sources/a.cpp": '#include "app/render/a.h"\n'},
    {"app/main.cpp": '#include "app/ui/keys.h"\n'},
    {"app/workspaces/race/a.cpp": '#include "app/workspaces/steps/a.h"\n'},
    {"app/window/a.cpp": '#include "app/workspaces/steps/a.h"\n'},
    {"app/drawer/a.cpp": '#include "app/core/json.h"\n'},
    *({f"app/{low}/a.h": f'#include "app/{high}/a.h"\n'} for i, high in enumerate(ORDER[:-1]) for low in ORDER[:i]),
    {"tests/app/a.cpp": "#include <imgui.h>\n"},
    {"app/core/a.cpp": "#include <unistd.h>\n"},
    {"kernels/a.h": "#include <sys/mman.h>\n"},
    {"app/core/a.cpp": "#include <windows.h>\n"},
]
FINE = {
    "app/pipeline/frame.cpp": '#include "kernels/plan.h"\n#include <epoxy/gl.h>\n',
    "app/main.cpp": '#include "app/window/window.h"\n',
    "app/render/interop.cu": "#include <cuda_gl_interop.h>\n",
    "kernels/simt/a.h": '#include "kernels/trace/recorder.h"\n',
    "kernels/a_posix.cpp": "#include <sys/mman.h>\n",
    "kernels/gpu/device.cu": "#include <cuda_runtime.h>\n",
    "tests/kernels/twin.cu": "#include <cuda_runtime.h>\n",
    "tests/app/a.cpp": '#include "app/sources/samples.h"\n// #include "app/pipeline/frame.h" in a comment\n',
}
