#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM: makes the program for browsers, and compares what its commands write under Node.js, byte for byte, with what PROGRAM writes
# here; then tries the page in Chromium and Firefox. Exit 77 and a reason where there is no root to make it in.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
source scripts/common.sh
source tests/same_bytes.sh
(($# == 1)) || die "say which program of this machine to compare with: $program PROGRAM"
native=$(readlink -f "$1")
status=0
scripts/web.sh || exit
command -v node >/dev/null || { echo "not tried here: there is no Node.js"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/native" "$work/web"
web=$PWD/build/web command=$PWD/tests/web/command.js
write_inputs "$work"/{native,web}

# same FILE ARGUMENT...: both write FILE with the same bytes.
same() {
  local file=$1
  shift
  (cd "$work/native" && "$native" "$@" >said 2>&1) || { echo "WRONG: here, satscope $* fails: $(tail -n 1 "$work/native/said")"; status=1; return; }
  (cd "$work/web" && node "$command" "$web" "$@" >said 2>&1) || { echo "WRONG: for browsers, satscope $* fails: $(tail -n 3 "$work/web/said")"; status=1; return; }
  if [[ $file == *.json ]]; then python3 tests/plain_trace.py "$work"/{native,web}/"$file"; fi
  if cmp "$work/native/$file" "$work/web/$file"; then
    echo "the same: satscope $*"
  else
    echo "WRONG: satscope $* writes another $file"
    status=1
  fi
}

compare_all
if command -v chromium >/dev/null; then
  python3 tests/web/page_test.py build/web || status=1
else
  echo "there is no Chromium: the page was not tried"
fi
if [[ -n $(command -v firefox-esr) ]]; then
  python3 tests/web/firefox_test.py build/web || [[ $? == 77 ]] || status=1
else
  echo "there is no Firefox: the page was not tried in it"
fi
exit "$status"
