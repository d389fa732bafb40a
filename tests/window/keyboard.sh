#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Keys of a German keyboard in the real window: AltGr and a key give a sign, and do nothing that the key alone does.
# Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE  the program (else the one on the PATH)
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"
command -v setxkbmap >/dev/null || cannot "setxkbmap is not installed"
command -v Xvfb >/dev/null || cannot "Xvfb is not installed"

# because: the layout of a display that is used stays as it is
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$folder/display" >/dev/null 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; tidy_up' EXIT
for ((i = 0; i < 100; i++)); do [[ ! -s $folder/display ]] || break; sleep 0.1; done
export DISPLAY=:$(<"$folder/display")
export XDG_CONFIG_HOME=$folder
setxkbmap de

"$satscope" pattern:scene:320x200 --workspace playground --chain 'box r=5' --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
wait_for "playground.ready and settled" 60
xdotool windowfocus --sync "$(xdotool search --sync --pid "$pid" | tail -n 1)"
alt_gr=108 eight=17  # key codes, which no layout changes

step="AltGr and 8 is [, which makes the window smaller"
radius() { get "int(playground.chain.split('r=')[1].split()[0])"; }
[[ $(radius) == 5 ]]
xdotool keydown "$alt_gr"
desk-key "$eight"
xdotool keyup "$alt_gr"
wait_for "settled and 'r=5' not in playground.chain"
(($(radius) < 5))
[[ $(get "len(playground.filters)") == 1 ]]

step="8 alone is a filter"
desk-key "$eight"
wait_for "settled and len(playground.filters) == 2"

step="end"
quit
