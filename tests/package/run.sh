#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh FOLDER [SHARED]: tries the packages that scripts/package.sh made in FOLDER: what the program needs, how large it is, and what a
# user does with it, in roots of Debian 12 and 13 that hold nothing else. SHARED is a program that is linked as usual: the checks must
# refuse it. The roots stay in $SATSCOPE_ROOTS (else /var/tmp/satscope-roots); what is done in them does not.
# Exit 77 and a reason where no root can be made.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
source scripts/common.sh
source scripts/roots.sh
(($#)) || die "say where the packages are: $program FOLDER [SHARED]"
failed=0
# because: a sentence must be seen also where a command's output goes into a file, and a skip must not hide what failed before
exec 3>&1
wrong() { echo "WRONG: $*" >&3; failed=1; }
cannot() { ((failed == 0)) || exit 1; echo "not tried here: $*"; exit 77; }
with_own_mounts "$@"
packages=$(cd "$1" && pwd -P)
shared=${2:-}
roots=${SATSCOPE_ROOTS:-/var/tmp/satscope-roots}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---------------------------------------------------------------- the files

# needs PROGRAM: what it needs of a system; nothing is printed if that is as little as it must be.
needs() {
  local dynamic needed newest
  dynamic=$(readelf -d "$1")
  needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$dynamic" | grep -vxE 'ld-linux-x86-64.so.2|libc.so.6|libgcc_s.so.1|libm.so.6' || true)
  [[ -z $needed ]] || echo "it needs other libraries: $needed"
  newest=$(readelf -V "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  [[ $(printf '%s\n' GLIBC_2.34 "$newest" | sort -V | tail -n 1) == GLIBC_2.34 ]] || echo "it needs $newest"
  ! grep -E '\((RPATH|RUNPATH)\)' <<<"$dynamic" || echo "it looks for libraries in a path"
}

# start_ms PROGRAM: the least processor time of ten starts, so that a busy machine does not count.
start_ms() {
  python3 - "$1" <<'PY'
import os, subprocess, sys
least = 1e9
for _ in range(10):
    started = subprocess.Popen([sys.argv[1], "--version"], stdout=subprocess.DEVNULL)
    used = os.wait4(started.pid, 0)[2]
    least = min(least, used.ru_utime + used.ru_stime)
print(round(1000 * least))
PY
}

files() {
  local file=$1 most=$2 folder problems ms
  [[ $(stat -c %s "$file") -le $most ]] || wrong "$file has $(stat -c %s "$file") bytes, more than $most"
  folder=$(mktemp -d -p "$work")
  tar -xf "$file" -C "$folder"
  program_of=$folder/$(basename "$file" .tar.xz)/bin/satscope
  problems=$(needs "$program_of")
  [[ -z $problems ]] || wrong "$file: $problems"
  ms=$(start_ms "$program_of")
  echo "$file: $(stat -c %s "$file") bytes, starts in $ms ms"
  ((ms < 20)) || wrong "$file starts in $ms ms"
}

# ---------------------------------------------------------------- the roots

# in_fresh SUITE FUNCTION: the function with a root of SUITE, as debootstrap left it, in $root.
in_fresh() {
  local suite=$1 room
  need_root "$suite" "$roots/$suite"
  room=$(mktemp -d)
  mount -t tmpfs tmpfs "$room"
  mkdir "$room"/{above,work,root}
  mount -t overlay overlay -o "lowerdir=$roots/$suite,upperdir=$room/above,workdir=$room/work" "$room/root" || cannot "no overlay can be mounted"
  root=$room/root
  open_root "$root"
  echo "== $2 in Debian $suite"
  "$2" "$suite"
  umount -R "$root"
  umount "$room"
  rmdir "$room"
}

# inside COMMAND...: in $root; a failure is said, and the rest is tried all the same.
inside() { in_root "$root" "$@" || wrong "$* ($?)"; }

# install PACKAGE...: from Debian, or a .deb in the root, without what is only recommended.
install() {
  [[ -n $(ls "$root/var/lib/apt/lists" 2>/dev/null | grep Packages) ]] || inside apt-get -qq update
  inside apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install "$@" >/dev/null
}

# commands PROGRAM: what needs nothing else.
commands() {
  inside "$1" doctor >"$work/doctor"
  grep -E '^(works|no)' "$work/doctor" | cut -c 1-120 || wrong "doctor said nothing"
  # 64 pixels of 255
  [[ $(inside "$1" box pattern:white:64x64 0 0 8 8 --json | tr -d ' \n') == *'"sum":16320'* ]] || wrong "a box has another sum"
  inside "$1" sat pattern:scene:64x48 -o /tmp/table.npy >/dev/null
  [[ $(head -c 6 "$root/tmp/table.npy" | tail -c 5) == NUMPY ]] || wrong "there is no table"
  inside "$1" steps figure:bilgic-2 -o /tmp/step.svg >/dev/null
  grep -q '</svg>' "$root/tmp/step.svg" || wrong "there is no picture of a step"
}

# draws PROGRAM: with software OpenGL it draws a window into a file, letters and all, and a film without FFmpeg.
draws() {
  inside "$1" shot /tmp/window.png pattern:scene:640x480 >/dev/null
  (($(stat -c %s "$root/tmp/window.png" 2>/dev/null || echo 0) > 50000)) || wrong "the window was not drawn"
  inside "$1" steps figure:bilgic-2 --steps 0-1 -o /tmp/steps.gif 2>/dev/null
  [[ $(head -c 6 "$root/tmp/steps.gif") == GIF89a ]] || wrong "there is no GIF, or it needs FFmpeg"
  if [[ -n ${SATSCOPE_SHOTS:-} ]]; then cp "$root/tmp/window.png" "$SATSCOPE_SHOTS/package-$suite.png"; fi
}

# other_letters PROGRAM: letters that are not built in come from the system's fonts; where it has none they are named.
other_letters() {
  cp tests/window/lessons/hebrew.md "$root/tmp/"
  ! in_root "$root" "$1" lesson /tmp/hebrew.md --check >"$work/letters" 2>&1 || wrong "Hebrew is drawn without a font"
  grep -q 'no font has these letters: .*ט' "$work/letters" || wrong "the letters that no font has are not named"
  install libfontconfig1 fonts-dejavu-core libfribidi0
  inside "$1" lesson /tmp/hebrew.md --check >/dev/null
  inside "$1" shot /tmp/hebrew.png --lesson /tmp/hebrew.md >/dev/null
  if [[ -n ${SATSCOPE_SHOTS:-} ]]; then cp "$root/tmp/hebrew.png" "$SATSCOPE_SHOTS/hebrew-$suite.png"; fi
}

# by_hand PROGRAM: mouse and keys in its window, by the test of the usual program.
by_hand() {
  mkdir -p "$root/tmp/tree"
  tar -c tests/window tests/desk scripts | tar -x -C "$root/tmp/tree"
  inside env SATSCOPE="$1" /tmp/tree/tests/window/own_display.sh /tmp/tree/tests/window/explore.sh
}

tarball() {
  local began=$SECONDS
  tar -xf "$tar" -C "$root/opt"
  local inner=/opt/$(basename "$tar" .tar.xz)/bin/satscope
  commands "$inner"
  if [[ -n $shared ]]; then
    cp "$shared" "$root/opt/shared"
    ! in_root "$root" /opt/shared --version 2>/dev/null || wrong "the program that is linked as usual runs, too: this root does not test much"
  fi
  install libgl1 libegl1 libgl1-mesa-dri
  draws "$inner"
  install libx11-6 xvfb xdotool python3
  echo "from the file to what a window needs: $((SECONDS - began)) s"
  by_hand "$inner"
}

# ours: what is named after the program; not what it remembers for its user, which a package leaves alone.
ours() { in_root "$root" find / -xdev -not -path '/proc/*' -not -path '/tmp/*' -not -path '*/.local/state/*' -name '*satscope*' | sort; }

package() {
  ours >"$work/before"
  cp "$deb" "$root/opt/satscope.deb"
  install /opt/satscope.deb
  commands satscope
  install libgl1-mesa-dri shared-mime-info desktop-file-utils libglib2.0-bin
  draws satscope
  other_letters satscope
  inside test -s /usr/share/man/man1/satscope.1.gz
  inside test -s /usr/share/man/man1/satscope-bench.1.gz
  inside test -s /usr/share/bash-completion/completions/satscope
  echo '{}' >"$root/tmp/a.satscope"
  [[ $(inside gio info -a standard::content-type /tmp/a.satscope) == *application/x-satscope* ]] || wrong "the type of a.satscope is unknown"
  [[ $(inside gio mime application/x-satscope) == *satscope.desktop* ]] || wrong "a session is not opened by satscope"
  echo '__global__ void k() {}' >"$root/tmp/a.cu"
  [[ $(inside gio info -a standard::content-type /tmp/a.cu) == *text/x-cuda* ]] || wrong "the type of a.cu is unknown"
  [[ $(inside gio mime text/x-cuda) == *satscope.desktop* ]] || wrong "a CUDA file is not opened by satscope"
  inside apt-get -qq -y purge satscope >/dev/null
  rm "$root/opt/satscope.deb"
  ours | diff "$work/before" - || wrong "purge leaves something"
}

wheel() {
  install python3-venv python3-numpy
  inside python3 -m venv --system-site-packages /opt/python
  cp "$whl" tests/package/wheel_test.py "$root/opt/"
  inside /opt/python/bin/pip install --quiet --no-index "/opt/$(basename "$whl")"
  inside /opt/python/bin/python3 /opt/wheel_test.py
}

# ---------------------------------------------------------------- all of it

tar=$(ls "$packages"/satscope-*-x86_64.tar.xz)
deb=$(ls "$packages"/satscope_*_amd64.deb)
files "$tar" 5000000
for cuda in "$packages"/satscope-*-x86_64-cuda.tar.xz; do
  [[ ! -e $cuda ]] || files "$cuda" 15000000
done
if [[ -n $shared ]]; then [[ -n $(needs "$shared") ]] || wrong "the check is blind: a program that is linked as usual needs no more"; fi
folder=$(mktemp -d -p "$work")
dpkg-deb -x "$deb" "$folder"
desktop-file-validate "$folder/usr/share/applications/satscope.desktop" || wrong "the desktop file"
appstreamcli validate --no-net "$folder"/usr/share/metainfo/*.metainfo.xml || wrong "the AppStream data"
lintian --allow-root --fail-on error,warning "$deb" || wrong "lintian"
for suite in bookworm trixie; do
  in_fresh "$suite" package
  in_fresh "$suite" tarball
done
for whl in "$packages"/satscope-*.whl; do
  unpacked=$folder/$(basename "$whl")
  unzip -q "$whl" -d "$unpacked"
  for file in "$unpacked"/*/scripts/satscope "$unpacked"/satscope/_kernels.*.so; do
    problems=$(needs "$file")
    [[ -z $problems ]] || wrong "$file: $problems"
  done
  # 3.11 is the Python of Debian 12, 3.13 that of Debian 13
  case $whl in
    *-cp311-*) in_fresh bookworm wheel ;;
    *-cp312-abi3-*) in_fresh trixie wheel ;;
    *) wrong "$whl is for a Python that no root here has" ;;
  esac
done
((failed == 0)) && echo "the packages do what they must"
exit "$failed"
