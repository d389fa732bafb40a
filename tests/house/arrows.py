# SPDX-License-Identifier: Apache-2.0
"""Includes point downward only: app -> kernels, never back; foreign headers stay in the rooms that own them."""
import re

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)

CUDA = re.compile(r"^(cuda|cub/|thrust/|cooperative_groups|npp|nvToolsExt|nvtx3/|device_launch_parameters|cu\w*_gl_interop)")
WINDOW = re.compile(r"^(GL/|GLES|EGL/|KHR/|GLFW/|epoxy/|imgui|X11/)")

# kind of header -> where it may be included
ALLOWED = {
    "a CUDA header": (CUDA, re.compile(r"^(kernels/|tests/(kernels|twins)/|app/render/interop_cuda\.cu$)")),
    "a header of the window": (WINDOW, re.compile(r"^(app/(?!commands/|sources/)|tests/window/)")),
    "a header of the app": (re.compile(r"^app/"), re.compile(r"^(app|tests)/")),
    "a header of the tests": (re.compile(r"^tests/"), re.compile(r"^tests/")),
    # because: what builds without a window must not reach into the parts that need one
    "a header that only the window has": (re.compile(r"^app/(frame|session|gui/|render/|views/|workspaces/)"),
                                          re.compile(r"^(app/(?!commands/|sources/|main\.cpp)|tests/)")),
}


def problems(root):
    for name, content in tree.cpp(root):
        for header in INCLUDE.findall(content):
            for kind, (is_one, may) in ALLOWED.items():
                if is_one.match(header) and not may.match(name):
                    yield f"{name} includes {header}: {kind} is not allowed there"


CONTROLS = [
    {"kernels/a.h": '#include "app/frame.h"\n'},
    {"kernels/simt/a.h": "#include <epoxy/gl.h>\n"},
    {"kernels/a.cpp": "#  include <GLFW/glfw3.h>\n"},
    {"kernels/a.cpp": "#include <imgui.h>\n"},
    {"kernels/a.cpp": '#include "tests/kernels/a.h"\n'},
    {"app/frame.cpp": "#include <cuda_runtime.h>\n"},
    {"app/render/interop.cpp": "#include <cuda_gl_interop.h>\n"},
    {"app/commands/bench.cpp": "#include <cub/cub.cuh>\n"},
    {"app/commands/shot.cpp": "#include <epoxy/egl.h>\n"},
    {"app/sources/a.cpp": '#include "app/render/a.h"\n'},
    {"app/main.cpp": '#include "app/gui/keys.h"\n'},
    {"tests/app/a.cpp": "#include <imgui.h>\n"},
]
FINE = {
    "app/frame.cpp": '#include "kernels/plan.h"\n#include <epoxy/gl.h>\n',
    "app/main.cpp": '#include "app/window.h"\n',
    "app/render/interop_cuda.cu": "#include <cuda_gl_interop.h>\n",
    "kernels/gpu/device.cu": "#include <cuda_runtime.h>\n",
    "tests/kernels/twin.cu": "#include <cuda_runtime.h>\n",
    "tests/app/a.cpp": '#include "app/sources/samples.h"\n// #include "app/frame.h" in a comment\n',
}
