#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libraries.sh FOLDER [PYTHON]: what the portable program contains and Debian has only as shared libraries: fmt, Highway, epoxy and GLFW,
# built of Debian's sources into FOLDER; with PYTHON also nanobind, into FOLDER/python. apt's own lists stay as they are. What is there
# already is not built again.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh
source scripts/sources.sh
(($# == 1 || $# == 2)) || die "say where to: $program FOLDER [PYTHON]"
mkdir -p "$1"
prefix=$(cd "$1" && pwd -P)
work=$prefix/src
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")

# with_cmake NAME OPTION...: builds the source $work/NAME and installs it.
with_cmake() {
  local name=$1
  shift
  cmake -S "$work/$name" -B "$work/$name.build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib "$@"
  ninja -C "$work/$name.build" install
}

# with_meson NAME OPTION...: the same with Meson.
with_meson() {
  local name=$1
  shift
  meson setup "$work/$name.build" "$work/$name" --buildtype=release --default-library=static --prefix="$prefix" --libdir=lib "$@"
  ninja -C "$work/$name.build" install
}

mkdir -p "$work"
built "$release" fmtlib with_cmake -DFMT_TEST=OFF -DFMT_DOC=OFF
built "$release" highway with_cmake -DBUILD_TESTING=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF
built "$release" libepoxy with_meson -Dtests=false -Degl=yes -Dglx=yes
# because: 3.4 loads libX11 when a window opens, so commands run where there is none; and the window is tested under X11
built trixie glfw3 with_cmake -DGLFW_BUILD_WAYLAND=OFF -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF

if (($# == 2)) && [[ ! -d $prefix/python ]]; then
  say "fetching nanobind"
  "$2" -m pip install -q --no-deps --target "$prefix/python.part" nanobind==3.1.0
  mv "$prefix/python.part" "$prefix/python"
fi
