#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the program for Windows. tests/windows/ tries it under Wine; docs/platforms.md says what it can and cannot do.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh
source scripts/roots.sh

usage() {
  cat <<'TEXT'
scripts/windows.sh          builds the program with Debian 13's MinGW-w64, in a root of its own ($SATSCOPE_ROOTS/windows, else
                            /var/tmp/satscope-roots/windows; 4 GB), and makes of it, in build/windows,
                            satscope.exe       the window
                            satscope-cli.exe   the same program for a console
                            satscope-VERSION-windows-x86_64.zip   both, for users
                            satscope-VERSION-py3-none-win_amd64.whl   both, for pip
                            Exit 77 and the reason where no such root can be made.
scripts/windows.sh --here   the same with the MinGW-w64 of this system
TEXT
}

# ---------------------------------------------------------------- the libraries that the program contains

prefix=/opt/satscope-windows
work=$prefix/src
host=x86_64-w64-mingw32ucrt

with_cmake() {
  local name=$1
  shift
  cmake -S "$work/$name" -B "$work/$name.build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR="$prefix/lib" "$@"
  ninja -C "$work/$name.build" install
}

# package NAME HEADERS LIBRARY...: how pkg-config finds a library that is built without a build system of its own.
package() {
  mkdir -p "$prefix/lib/pkgconfig"
  cat >"$prefix/lib/pkgconfig/$1.pc" <<TEXT
Name: $1
Description: $1
Version: 1
Cflags: -I$2
Libs: -L$prefix/lib -l$1 ${*:3}
TEXT
}

# epoxy_alone NAME: because Meson would want a cross file for a list of four files. It is an archive here, and not the DLL that it expects.
epoxy_alone() {
  local name=$1 out=$work/$1.build file
  mkdir -p "$out/include/epoxy" "$prefix/include/epoxy"
  for file in gl wgl; do
    python3 "$work/$name/src/gen_dispatch.py" --outputdir="$out" --source --header "$work/$name/registry/$file.xml"
  done
  cp "$out"/*_generated.h "$work/$name"/include/epoxy/*.h "$prefix/include/epoxy"
  printf '#define ENABLE_EGL 0\n#define ENABLE_GLX 0\n#define EPOXY_PUBLIC extern\n' >"$out/config.h"
  # because: as a DLL it makes its tables ready when it is loaded
  { cat "$work/$name/src/dispatch_wgl.c"; echo '__attribute__((constructor)) static void ready(void) { DllMain(0, DLL_PROCESS_ATTACH, 0); }'; } \
    >"$out/dispatch_wgl.c"
  for file in "$work/$name/src/dispatch_common.c" "$out"/dispatch_wgl.c "$out"/{gl,wgl}_generated_dispatch.c; do
    $host-gcc -O2 -w -I"$out" -I"$prefix/include" -I"$work/$name/src" -c "$file" -o "$out/$(basename "$file" .c).o"
  done
  $host-ar rcs "$prefix/lib/libepoxy.a" "$out"/*.o
  package epoxy "$prefix/include" -lopengl32 -lgdi32
}

# imgui_alone NAME: Debian builds it without a build system of its own, too.
imgui_alone() {
  local name=$1 file
  mkdir -p "$prefix/include/imgui/backends" "$work/$name.build"
  cp -p "$work/$name"/*.h "$work/$name"/misc/cpp/*.h "$prefix/include/imgui"
  cp "$work/$name"/backends/imgui_impl_opengl3*.h "$prefix/include/imgui/backends"
  for file in imgui imgui_draw imgui_tables imgui_widgets imgui_demo misc/cpp/imgui_stdlib backends/imgui_impl_opengl3; do
    $host-g++ -O2 -DNDEBUG -I"$work/$name" -c "$work/$name/$file.cpp" -o "$work/$name.build/${file##*/}.o"
  done
  # of stb what is not headers alone; Debian's ImGui brings it, too
  printf '#define STB_TRUETYPE_IMPLEMENTATION\n#include <stb/stb_truetype.h>\n' >"$work/$name.build/truetype.c"
  $host-gcc -O2 -I"$prefix/include" -c "$work/$name.build/truetype.c" -o "$work/$name.build/truetype.o"
  $host-ar rcs "$prefix/lib/libimgui.a" "$work/$name.build"/*.o
  package imgui "$prefix/include/imgui"
}

libraries() {
  mkdir -p "$work"
  source scripts/sources.sh
  [[ -e $prefix/share/cmake/CLI11 ]] || headers
  built trixie fmtlib with_cmake -DFMT_TEST=OFF -DFMT_DOC=OFF
  built trixie highway with_cmake -DBUILD_TESTING=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_TESTS=OFF
  built trixie pugixml with_cmake
  built trixie libjpeg-turbo with_cmake -DENABLE_SHARED=OFF -DWITH_SIMD=OFF -DWITH_TURBOJPEG=OFF
  built trixie glfw3 with_cmake -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF
  built trixie libepoxy epoxy_alone
  built trixie imgui imgui_alone
}

# ---------------------------------------------------------------- the program

build() {
  need_packages yes windows
  libraries
  forget_moved_build build/windows
  cmake --preset windows "$@"
  nice ninja -C build/windows satscope
  zipped
}

zipped() {
  local version name
  version=$(sed -n 's/^project(satscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
  name=satscope-$version-windows-x86_64
  rm -rf "build/windows/$name"*
  mkdir "build/windows/$name"
  cp build/windows/satscope{,-cli}.exe "build/windows/$name"
  cp LICENSE "build/windows/$name/LICENSE.txt"
  (cd build/windows && cmake -E tar cf "$name.zip" --format=zip "$name")
  rm -r "build/windows/$name"
  say "build/windows/$name.zip ($(stat -c %s "build/windows/$name.zip") bytes)"
  python/wheel.py build/windows build/windows "$version" LICENSE
}

case ${1:-} in
  --help | -h) usage; exit ;;
  --here) shift; build "$@"; exit ;;
  '') ;;
  *) die "'$1' is not an option of mine; allowed are --here, --help" ;;
esac

with_own_mounts "$@"
root=${SATSCOPE_ROOTS:-/var/tmp/satscope-roots}/windows
need_root trixie "$root"
open_root "$root"
mkdir -p "$root/satscope"
mount --bind "$PWD" "$root/satscope"
in_root "$root" /satscope/scripts/windows.sh --here "-DSATSCOPE_COMMIT=$(git describe --always --abbrev=10 --dirty=+ --exclude='*' 2>/dev/null || true)"
