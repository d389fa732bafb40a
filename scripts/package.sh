#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the packages of a release. tests/package/run.sh tries them; docs/release.md says what else a release needs.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh

usage() {
  cat <<'TEXT'
scripts/package.sh                  builds the program for every Linux since 2021 (preset portable), and packs it into build/packages:
                                    satscope-VERSION-x86_64.tar.xz and, made of that, satscope_VERSION_amd64.deb; then the
                                    wheel satscope-VERSION-*.whl for the Python of this system
scripts/package.sh --cuda           the same for six generations of NVIDIA GPUs: satscope-VERSION-x86_64-cuda.tar.xz
                                    and the wheel satscope-VERSION+cuda-*.whl
scripts/package.sh --built FOLDER   packs what was built in FOLDER with the preset portable
scripts/package.sh --python PROGRAM  makes the wheel with another Python than /usr/bin/python3
scripts/package.sh --no-install     installs no packages; says which are missing
TEXT
}

install=yes
preset=portable
kind=
built=
python=/usr/bin/python3
while (($#)); do
  case $1 in
    --cuda) preset=portable-cuda kind=-cuda ;;
    --built)
      shift
      built=${1:-}
      [[ -x $built/satscope ]] || die "--built wants a folder in which satscope was built, not '$built'"
      ;;
    --python)
      shift
      python=${1:-}
      command -v "$python" >/dev/null || die "--python wants a program, not '$python'"
      ;;
    --no-install) install=no ;;
    --help | -h) usage; exit ;;
    *) die "'$1' is not an option of mine; allowed are --cuda, --built FOLDER, --python PROGRAM, --no-install, --help" ;;
  esac
  shift
done

version=$(sed -n 's/^project(satscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
packages=$PWD/build/packages
# because: the same commit then gives the same files
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

build() {
  need_packages "$install" build package
  scripts/libraries.sh build/libraries "$python"
  forget_moved_build "build/$preset"
  export PYTHONPATH=$PWD/build/libraries/python
  rm -rf "build/$preset/python/satscope"  # of another Python
  cmake --preset "$preset" -U '*Python_*' -DPython_EXECUTABLE="$(command -v "$python")" >/dev/null
  ninja -C "build/$preset" satscope satscope_python satscope_python_stub
  built=build/$preset
}

# staged FOLDER: installs the program into FOLDER.
staged() {
  rm -rf "$1"
  cmake --install "$built" --prefix "$1" --strip >/dev/null
}

# packed FOLDER FILE: because the filter for x86 saves a tenth, it is said; any xz unpacks it.
packed() {
  tar -C "$(dirname "$1")" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$(basename "$1")" |
    xz --threads=1 --x86 --lzma2=preset=9e,dict=32MiB >"$2.part"
  mv "$2.part" "$2"
  say "$2 ($(stat -c %s "$2") bytes)"
}

# changes: what CHANGELOG.md says of this version, as Debian writes it.
changes() {
  echo "satscope ($version) unstable; urgency=medium"
  echo
  awk -v version="$version" '/^## / { ours = $2 == version } ours && /^(- |  [^ ])/' CHANGELOG.md |
    awk '/^- / { if (item) print item; item = substr($0, 3); next } { item = item " " substr($0, 3) } END { print item }' |
    while read -r item; do fold -s -w 74 <<<"$item" | sed '1s/^/  * /; 2,$s/^/    /; s/ *$//'; done
  echo
  echo " -- The satscope authors <satscope@packages.debian.org>  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

# copyright PROGRAM: our licence, and the notices of what is in the program.
copyright() {
  cat <<'TEXT'
satscope is under the Apache License, version 2.0.
Copyright (C) 2026 The satscope authors
On Debian systems its text is in /usr/share/common-licenses/Apache-2.0.

The program contains the libraries and fonts below. Each text is that of the Debian package of the library.

TEXT
  "$1" --licences | sed -n "/^==== /,\$p"
}

# debian FOLDER FILE: the package of what was staged in FOLDER. That it contains libraries is its purpose: one file for two releases.
debian() {
  local root=$1.deb doc
  rm -rf "$root"
  mkdir -p "$root/DEBIAN"
  cp -a "$1" "$root/usr"
  doc=$root/usr/share/doc/satscope
  rm "$doc/LICENSE"
  copyright "$1/bin/satscope" >"$doc/copyright"
  changes | gzip -9n >"$doc/changelog.gz"
  gzip -9n "$root"/usr/share/man/man1/*
  mkdir -p "$root/usr/share/lintian/overrides"
  echo "satscope: embedded-library libjpeg *" >"$root/usr/share/lintian/overrides/satscope"
  find "$root" -type d -exec chmod 755 {} +
  cat >"$root/DEBIAN/control" <<TEXT
Package: satscope
Version: $version
Architecture: amd64
Maintainer: The satscope authors <satscope@packages.debian.org>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= 2.34), libgcc-s1, libgl1, libegl1, libx11-6
Recommends: libgl1-mesa-dri, libxcursor1, libxi6, libxinerama1, libxrandr2
Suggests: ffmpeg, fontconfig, libfribidi0
Section: education
Priority: optional
Description: teaching program for summed-area tables
 satscope draws boxes on a picture and shows where their sums come from. It
 replays parallel scans step by step, forwards and backwards, and times the
 algorithms of the literature. Its lessons take five to fifteen minutes each.
 It uses the CPU, and CUDA where it was built for an NVIDIA GPU.
TEXT
  find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$2" >/dev/null
  say "$2 ($(stat -c %s "$2") bytes)"
}

[[ -n $built ]] || build
mkdir -p "$packages"
stage=$packages/satscope-$version-x86_64$kind
staged "$stage"
packed "$stage" "$stage.tar.xz"
[[ -n $kind ]] || debian "$stage" "$packages/satscope_${version}_amd64.deb"
"$stage/bin/satscope" --licences >"$stage.licences"
# the module's, with the notice of the hash table in it
cat build/libraries/python/nanobind-*/licenses/LICENSE >>"$stage.licences"
sed '/\*\//q' build/libraries/python/nanobind/ext/robin_map/include/tsl/robin_map.h >>"$stage.licences"
python/wheel.py "$built" "$packages" "$version${kind/-/+}" "$stage.licences"
rm -rf "$stage" "$stage.deb" "$stage.licences"
