#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ctrl+V in the real window, with what desktops put into the clipboard: names of files, and a picture.
# Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE        the program (else the one on the PATH)
#   SATSCOPE_SHOTS  a folder for pictures of the screen (else none are kept)
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

export HOME=$folder XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
unset XDG_PICTURES_DIR
owner=
# copy TYPE: the clipboard holds what is read here, as this type alone
copy() {
  cat >"$folder/copied"
  [[ -z $owner ]] || kill "$owner"
  : >"$folder/owned"  # because: what the last owner said is not this one's word
  python3 -B "$here/own_clipboard.py" "$1" "$folder/copied" >"$folder/owned" 2>&1 &
  owner=$!
  for ((i = 0; i < 100; i++)); do
    grep -q owned "$folder/owned" && return
    sleep 0.1
  done
  cat "$folder/owned"
  false
}
trap '[[ -z $owner ]] || kill "$owner" 2>/dev/null || true; tidy_up' EXIT
printf 'P5\n1 1\n255\n7' >"$folder/a b.pgm"
printf 'P5\n2 1\n255\n78' >"$folder/c.pgm"

"$satscope" pattern:ramp:12x9 --size 1280x720 --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
desk-wait-window '^satscope - ' 60 >/dev/null
wait_for "settled and picture.w == 12" 60

step="text, as Nautilus gives it"
copy UTF8_STRING < <(printf 'x-special/nautilus-clipboard\ncopy\nfile://%s/a%%20b.pgm' "$folder")
desk-key ctrl+v
wait_for "settled and picture.w == 1"

step="names of files that are no text, as Thunar and Dolphin give them"
copy x-special/gnome-copied-files < <(printf 'copy\nfile://%s/c.pgm' "$folder")
desk-key ctrl+v
wait_for "settled and picture.w == 2"
copy text/uri-list < <(printf 'file://%s/a%%20b.pgm\r\n' "$folder")
desk-key ctrl+v
wait_for "settled and picture.w == 1"

step="a picture, in many pieces"
"$satscope" filter pattern:noise:131x77 -o "$folder/noise.png" --chain "box r=0" --machine cpu >"$folder/said2" 2>&1
copy image/png <"$folder/noise.png"
desk-key ctrl+v
wait_for "settled and picture.w == 131 and picture.h == 77"
cmp "$folder/noise.png" "$folder"/Pictures/satscope-pasted*.png
shot pasted

step="the result, copied as a picture"
desk-key ctrl+3
wait_for "workspace == 'playground' and settled"
desk-key ctrl+shift+c
wait_for "'is copied' in message"
# by another program: the one of this step pastes into another window
"$satscope" pattern:ramp:12x9 --size 900x600 --state-out "$folder/other.json" --workspace explore >"$folder/said3" 2>&1 &
other=$!
first=$state state=$folder/other.json
wait_for "settled and picture.w == 12" 60
desk-key ctrl+v
wait_for "settled and picture.w == 131 and picture.h == 77"
kill "$other" && wait "$other" || true
state=$first
"$satscope" filter "$folder/noise.png" -o "$folder/filtered.png" --chain "$(get playground.chain)" --machine cpu >"$folder/said2" 2>&1
pasted=$(ls -t "$folder"/Pictures/satscope-pasted*.png | head -1)
[[ $("$satscope" box "$pasted" 0 0 131 77 --json | grep '"sum"') == $("$satscope" box "$folder/filtered.png" 0 0 131 77 --json | grep '"sum"') ]]

step="nothing that can be opened"
copy text/html < <(printf 'x')
desk-key ctrl+v
wait_for "'clipboard holds neither' in message"

step="end"
quit
