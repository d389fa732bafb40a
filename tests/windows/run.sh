#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM: makes the program for Windows, and compares what its commands write under Wine, byte for byte, with what PROGRAM writes here;
# then checks every lesson there, and a picture of the window. Exit 77 and a reason where there is no root to make it in.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
source scripts/common.sh
source scripts/roots.sh
source tests/same_bytes.sh
(($# == 1)) || die "say which program of this machine to compare with: $program PROGRAM"
[[ -n ${SATSCOPE_OWN_MOUNTS:-} ]] || scripts/windows.sh || exit
with_own_mounts "$@"
native=$(readlink -f "$1")
root=${SATSCOPE_ROOTS:-/var/tmp/satscope-roots}/windows
failed=0
wrong() { echo "WRONG: $*"; failed=1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/native" "$work/windows"
open_root "$root"
mkdir -p "$root/satscope" "$root/tried"
mount --bind "$PWD" "$root/satscope"
mount --bind "$work/windows" "$root/tried"
in_root "$root" /satscope/tests/windows/in_root.sh prepare || die "Wine cannot be installed"

# here, there ARGUMENT...: the same command on both systems. shown ARGUMENT...: there, with a display.
here() { (cd "$work/native" && "$native" "$@"); }
there() { in_root "$root" /satscope/tests/windows/in_root.sh run "$@"; }
shown() { in_root "$root" /satscope/tests/windows/in_root.sh shown "$@"; }

# both ARGUMENT...: both do it.
both() {
  here "$@" >"$work/said" 2>&1 || { wrong "here, satscope $* fails: $(tail -n 1 "$work/said")"; return 1; }
  there "$@" >"$work/said" 2>&1 || { wrong "on Windows, satscope $* fails: $(tail -n 1 "$work/said")"; return 1; }
}

# same FILE ARGUMENT...: both write FILE with the same bytes.
same() {
  local file=$1
  shift
  both "$@" || return 0
  if [[ $file == *.json ]]; then python3 tests/plain_trace.py "$work"/{native,windows}/"$file"; fi
  if cmp "$work"/{native,windows}/"$file"; then echo "the same: satscope $*"; else wrong "satscope $* writes another $file"; fi
}

# ---------------------------------------------------------------- the file

for name in satscope satscope-cli; do
  others=$(in_root "$root" x86_64-w64-mingw32ucrt-objdump -p "/satscope/build/windows/$name.exe" | sed -n 's/.*DLL Name: //p' |
    grep -viE '^(api-ms-win-crt-[a-z0-9-]+|advapi32|dwmapi|gdi32|kernel32|ole32|opengl32|shell32|user32)\.dll$' || true)
  [[ -z $others ]] || wrong "$name.exe needs DLLs that Windows lacks: $others"
done

# ---------------------------------------------------------------- the wheel

if python3 -m pip --version >/dev/null 2>&1; then
  mkdir "$work/windows/wheel"
  python3 -m pip install -q --root-user-action ignore --no-deps --no-index --platform win_amd64 --only-binary :all: --target "$work/windows/wheel" build/windows/*-win_amd64.whl ||
    wrong "pip does not install the wheel for Windows"
  cmp "$work/windows/wheel/bin/satscope-cli.exe" build/windows/satscope-cli.exe || wrong "the wheel has another program"
  said=$(PYTHONPATH=$work/windows/wheel python3 -B -c 'import satscope; satscope.table([[1]])' 2>&1 | tail -n 1) || true
  [[ $said == *"tables of arrays are not supported here"* ]] || wrong "without its module the wheel says: $said"
else
  echo "there is no pip: the wheel was not tried"
fi

# ---------------------------------------------------------------- commands

write_inputs "$work"/{native,windows}
for folder in native windows; do printf "P5 3 2 255\nabcdef" >"$work/$folder/Prüfung-日本.pgm"; done
compare_all
same "表-ä.npy" sat "Prüfung-日本.pgm" -o "表-ä.npy"
same trace.json trace pattern:noise:8x8:2 --algorithm single-pass --schedule random:3 -o trace.json
piped=$(in_root "$root" bash -c '/satscope/tests/windows/in_root.sh run sat - -o - </tried/pi.csv' | cksum)
[[ $piped == "$(here sat - -o - <"$work/native/pi.csv" | cksum)" ]] ||
  wrong "from the standard input to the standard output, satscope writes something else"
printf 'old' >"$work/windows/kept.npy"
there sat missing.pgm -o kept.npy >"$work/said" 2>&1 && wrong "a picture that is not there is read"
[[ $(cat "$work/windows/kept.npy") == old ]] || wrong "what was there is gone"
there sat pi.csv -o pi.csv >"$work/said" 2>&1 && wrong "the input is written over"
[[ -z $(find "$work/windows" -name '.*.part') ]] || wrong "a draft stays behind"

# ---------------------------------------------------------------- the window

said=$(in_root "$root" env MESA_GL_VERSION_OVERRIDE=2.1 /satscope/tests/windows/in_root.sh shown 2>&1) && wrong "a window opens with OpenGL 2.1"
[[ $said == *"it needs OpenGL 3.3: install"* ]] || wrong "without OpenGL 3.3 it says: $said"

for lesson in assets/lessons/*.md; do
  name=$(basename "$lesson" .md)
  name=${name#*-}
  if shown lesson "$name" --check >"$work/said" 2>&1; then
    echo "the lesson $(grep -a "^$name: " "$work/said")"
  elif grep -aq "'$name' cannot be checked: CUDA files of your own (the Lab) are not supported on Windows" "$work/said"; then
    echo "the lesson $name: refused, because it needs the Lab"
  else
    wrong "the lesson $name: $(tail -n 2 "$work/said")"
  fi
done

# apart PICTURE GOLDEN: by how much of 255 they differ at most and on average, as tests/window/golden_test.cpp counts: in squares of 8x8
# pixels, below the bar that has times.
apart() {
  local squares=(-alpha off -crop 720x460+0+40 +repage -filter box -resize 12.5%)
  convert \( "$1" "${squares[@]}" \) \( "tests/window/goldens/$2" "${squares[@]}" \) -compose difference -composite \
    -format '%[fx:255*maxima] %[fx:255*mean]\n' info:
}
alike() { awk '{ exit !($1 <= 28 && $2 <= 1.5) }' <<<"$1"; }

if shown shot shot.png pattern:ramp:40x30 --workspace steps --algorithm scan-transpose-scan --step 3 --box 4,4,8,8 --size 720x500 --ui-scale 1 \
  --theme dark --machine cpu >"$work/said" 2>&1; then
  difference=$(apart "$work/windows/shot.png" steps_scan.png)
  echo "the picture: of 255, at most and on average $difference apart"
  alike "$difference" || wrong "the picture is another one than tests/window/goldens/steps_scan.png"
  ! alike "$(apart "$work/windows/shot.png" steps_tile.png)" || wrong "another picture is not seen to be one"
else
  wrong "no picture: $(tail -n 1 "$work/said")"
fi
exit "$failed"
