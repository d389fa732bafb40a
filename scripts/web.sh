#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the program for browsers. tests/web/ tries it; docs/platforms.md says what it can and cannot do.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh
source scripts/roots.sh

usage() {
  cat <<'TEXT'
scripts/web.sh          builds the program with Debian 13's Emscripten, in a root of its own ($SATSCOPE_ROOTS/web, else
                        /var/tmp/satscope-roots/web; 3.5 GB), and makes of it
                        build/web/satscope.html   one file, which opens without a server
                        build/web/site/           the same as separate files, for a server
                        Exit 77 and the reason where no such root can be made.
scripts/web.sh --here   the same with the Emscripten of this system
scripts/web.sh --unit   only compiles what is written for browsers alone, where a root was made before; else exit 77
TEXT
}

# ---------------------------------------------------------------- the libraries that the program contains

prefix=/opt/satscope-web
work=$prefix/src
# because: exceptions of WebAssembly itself are smaller and faster than those that JavaScript throws
flags="-fwasm-exceptions -sSUPPORT_LONGJMP=wasm -msimd128"

with_cmake() {
  local name=$1
  shift
  emcmake cmake -S "$work/$name" -B "$work/$name.build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR="$prefix/lib" "$@"
  ninja -C "$work/$name.build" install
}

# imgui_alone NAME: Debian builds it without a build system of its own, too.
imgui_alone() {
  local name=$1 file
  mkdir -p "$prefix/include/imgui/backends" "$prefix/lib/pkgconfig" "$work/$name.build"
  cp -p "$work/$name"/*.h "$work/$name"/misc/cpp/*.h "$prefix/include/imgui"
  cp "$work/$name"/backends/imgui_impl_opengl3*.h "$prefix/include/imgui/backends"
  for file in imgui imgui_draw imgui_tables imgui_widgets imgui_demo misc/cpp/imgui_stdlib backends/imgui_impl_opengl3; do
    # shellcheck disable=SC2086
    em++ $flags -O2 -DNDEBUG -I"$work/$name" -c "$work/$name/$file.cpp" -o "$work/$name.build/${file##*/}.o"
  done
  # of stb what is not headers alone; Debian's ImGui brings it, too
  printf '#define STB_TRUETYPE_IMPLEMENTATION\n#include <stb/stb_truetype.h>\n' >"$work/$name.build/truetype.c"
  # shellcheck disable=SC2086
  emcc $flags -O2 -I"$prefix/include" -c "$work/$name.build/truetype.c" -o "$work/$name.build/truetype.o"
  emar rcs "$prefix/lib/libimgui.a" "$work/$name.build"/*.o
  cat >"$prefix/lib/pkgconfig/imgui.pc" <<TEXT
Name: imgui
Description: Dear ImGui
Version: 1
Cflags: -I$prefix/include/imgui
Libs: -L$prefix/lib -limgui
TEXT
}

libraries() {
  mkdir -p "$work"
  source scripts/sources.sh
  built trixie fmtlib with_cmake -DFMT_TEST=OFF -DFMT_DOC=OFF
  built trixie highway with_cmake -DBUILD_TESTING=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_TESTS=OFF
  built trixie pugixml with_cmake
  built trixie libjpeg-turbo with_cmake -DENABLE_SHARED=OFF -DWITH_SIMD=OFF -DWITH_TURBOJPEG=OFF
  [[ -e $prefix/share/cmake/CLI11 ]] || headers
  built trixie imgui imgui_alone
}

# ---------------------------------------------------------------- the program

build() {
  need_packages yes web
  libraries
  forget_moved_build build/web
  cmake --preset web "$@"
  nice ninja -C build/web satscope
  scripts/web_page.py build/web
}

# unit: what no other compiler ever sees.
unit() {
  local file
  for file in $(find app kernels '(' -name '*_web.cpp' -o -name '*_elsewhere.cpp' ')' | sort); do
    # shellcheck disable=SC2086
    em++ $flags -std=c++20 -fexperimental-library -include cmake/web_standard.h -Iapp/render/web -I. -I"$prefix/include" -I"$prefix/include/imgui" \
      -fsyntax-only "$file" || exit 1
    echo "compiles: $file"
  done
}

case ${1:-} in
  --help | -h) usage; exit ;;
  --here) shift; build "$@"; exit ;;
  --unit) only=--unit-here ;;
  --unit-here) unit; exit ;;
  '') ;;
  *) die "'$1' is not an option of mine; allowed are --here, --unit, --help" ;;
esac

with_own_mounts "$@"
root=${SATSCOPE_ROOTS:-/var/tmp/satscope-roots}/web
if [[ -n ${only:-} && ! ( -x $root/usr/bin/em++ && -e $root$prefix/lib/libimgui.a ) ]]; then
  cannot "there is no Emscripten with the libraries; scripts/web.sh makes a root with them"
fi
need_root trixie "$root"
open_root "$root"
mkdir -p "$root/satscope"
mount --bind "$PWD" "$root/satscope"
in_root "$root" /satscope/scripts/web.sh "${only:---here}"
